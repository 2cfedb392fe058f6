/* The condition is an operand, not a statement: fewer steps, and it may stand in constant expressions. */
#include_next <assert.h>
#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) \
  ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif
