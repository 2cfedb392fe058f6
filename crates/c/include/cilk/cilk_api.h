#ifndef _RACEPROOF_CILK_CILK_API_H
#define _RACEPROOF_CILK_CILK_API_H 1
int __cilkrts_get_nworkers(void);
int __cilkrts_get_worker_number(void);
int __cilkrts_running_on_workers(void);
void __cilkrts_set_nworkers(int);
#endif
