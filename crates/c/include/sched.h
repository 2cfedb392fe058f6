#ifndef _RACEPROOF_SCHED_H
#define _RACEPROOF_SCHED_H 1
#include <stddef.h>
#include <sys/types.h>
#include <raceproof/time.h>
struct sched_param {
  int sched_priority;
};
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define CPU_SETSIZE 1024
typedef struct {
  unsigned long __bits[1024 / (8 * sizeof(long))];
} cpu_set_t;
#define CPU_ZERO(set) ((void)__builtin_memset((set), 0, sizeof(cpu_set_t)))
#define __CPU_WORD(cpu) ((cpu) / (8 * sizeof(long)))
#define __CPU_BIT(cpu) (1UL << ((cpu) % (8 * sizeof(long))))
#define CPU_SET(cpu, set) ((void)((set)->__bits[__CPU_WORD(cpu)] |= __CPU_BIT(cpu)))
#define CPU_CLR(cpu, set) ((void)((set)->__bits[__CPU_WORD(cpu)] &= ~__CPU_BIT(cpu)))
#define CPU_ISSET(cpu, set) (((set)->__bits[__CPU_WORD(cpu)] & __CPU_BIT(cpu)) != 0)
int sched_yield(void);
int sched_get_priority_max(int);
int sched_get_priority_min(int);
int sched_setscheduler(pid_t, int, const struct sched_param *);
int sched_getscheduler(pid_t);
int sched_setparam(pid_t, const struct sched_param *);
int sched_getparam(pid_t, struct sched_param *);
int sched_getcpu(void);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
#endif
