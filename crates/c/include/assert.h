#undef assert
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) \
  ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif
#ifndef _RACEPROOF_ASSERT_H
#define _RACEPROOF_ASSERT_H 1
extern void __assert_fail(const char *, const char *, unsigned int, const char *)
    __attribute__((__noreturn__));
#if __STDC_VERSION__ < 202000L
#undef static_assert
#define static_assert _Static_assert
#endif
#endif
