/* Calls stay calls. glibc looks into its tables instead, through macros. */
#ifndef _RACEPROOF_CTYPE_H
#define _RACEPROOF_CTYPE_H 1
#ifdef __NO_CTYPE
#include_next <ctype.h>
#else
#define __NO_CTYPE 1
#include_next <ctype.h>
#undef __NO_CTYPE
#endif
#endif
