#ifndef _RACEPROOF_VALUES_H
#define _RACEPROOF_VALUES_H 1
#include <limits.h>
#include <float.h>
#define MAXINT INT_MAX
#define MININT INT_MIN
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
#define MAXFLOAT FLT_MAX
#define MAXLONG LONG_MAX
#define MAXSHORT SHRT_MAX
#endif
