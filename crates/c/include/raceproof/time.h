#ifndef _RACEPROOF_RACEPROOF_TIME_H
#define _RACEPROOF_RACEPROOF_TIME_H 1
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
struct timespec {
  long tv_sec;
  long tv_nsec;
};
#endif
#ifndef __timeval_defined
#define __timeval_defined 1
struct timeval {
  long tv_sec;
  long tv_usec;
};
#endif
#endif
