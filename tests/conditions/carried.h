// What the programs about blocks that go along with others share.
#include "containers.h"

struct job { int *arg; struct job *next; };
static struct job *jobs, *done;
static int *seen;
#define MAKE_JOB(j, p) struct job *j = malloc(sizeof *j); if (!j) return given; int *p = malloc(sizeof *p); if (!p) return given; *p = 1; j->arg = p;
#define PUT_JOB(j) LOCK j->next = jobs; jobs = j; UNLOCK
#define TAKE_JOB(j) struct job *j; LOCK j = jobs; if (j) jobs = j->next; UNLOCK
#define TAKE_SEEN(s) int *s; LOCK s = seen; seen = 0; UNLOCK if (s) ++*s;
#define MANY(a, b) MAIN(pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, a, 0); pthread_create(&t, 0, b, 0); })
