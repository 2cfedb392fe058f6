/* Which functions glibc only pretends to have. The file is part of 32-bit packages that may not be there. */
#if __has_include_next(<gnu/stubs-32.h>)
#include_next <gnu/stubs-32.h>
#endif
