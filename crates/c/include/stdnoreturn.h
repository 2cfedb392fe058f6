#ifndef _RACEPROOF_STDNORETURN_H
#define _RACEPROOF_STDNORETURN_H 1
#define noreturn _Noreturn
#endif
