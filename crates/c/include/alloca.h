#ifndef _RACEPROOF_ALLOCA_H
#define _RACEPROOF_ALLOCA_H 1
#include <stddef.h>
#undef alloca
void *alloca(size_t);
#define alloca(size) __builtin_alloca(size)
#endif
