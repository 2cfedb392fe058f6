#ifndef _RACEPROOF_RACEPROOF_SYNC_H
#define _RACEPROOF_RACEPROOF_SYNC_H 1
/* The system's own definitions of these types are skipped, wherever they are included from. */
#define _BITS_PTHREADTYPES_COMMON_H 1
typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union {
  struct {
    int __lock;
    unsigned int __count;
    int __owner;
    unsigned int __nusers;
    int __kind;
    short __spins;
    short __elision;
    void *__list[2];
  } __data;
  char __size[40];
  long __align;
} pthread_mutex_t;
typedef union {
  char __size[48];
  long long __align;
} pthread_cond_t;
typedef union {
  char __size[56];
  long __align;
} pthread_rwlock_t;
typedef union {
  char __size[32];
  long __align;
} pthread_barrier_t;
typedef union pthread_attr_t {
  char __size[56];
  long __align;
} pthread_attr_t;
typedef union {
  char __size[4];
  int __align;
} pthread_mutexattr_t;
typedef union {
  char __size[4];
  int __align;
} pthread_condattr_t;
typedef union {
  char __size[8];
  long __align;
} pthread_rwlockattr_t;
typedef union {
  char __size[4];
  int __align;
} pthread_barrierattr_t;
#endif
