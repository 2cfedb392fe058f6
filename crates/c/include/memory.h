#ifndef _RACEPROOF_MEMORY_H
#define _RACEPROOF_MEMORY_H 1
#include <string.h>
#endif
