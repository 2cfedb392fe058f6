#ifndef _RACEPROOF_STDALIGN_H
#define _RACEPROOF_STDALIGN_H 1
#if __STDC_VERSION__ < 202000L
#define alignas _Alignas
#define alignof _Alignof
#endif
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
