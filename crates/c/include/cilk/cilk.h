#ifndef _RACEPROOF_CILK_CILK_H
#define _RACEPROOF_CILK_CILK_H 1
#define cilk_spawn _Cilk_spawn
#define cilk_sync _Cilk_sync
#define cilk_for _Cilk_for
#define cilk_scope _Cilk_scope
#define cilk_reducer _Hyperobject
#endif
