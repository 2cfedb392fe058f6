#ifndef _RACEPROOF_MALLOC_H
#define _RACEPROOF_MALLOC_H 1
#include <stdlib.h>
size_t malloc_usable_size(void *);
int malloc_trim(size_t);
int mallopt(int, int);
#endif
