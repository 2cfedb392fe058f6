// library: no process that has the mapping
#define _GNU_SOURCE
#include "../threads.h"
#include <sys/mman.h>
#include <unistd.h>

static sem_t *s;
THREAD(use, sem_wait(s); x++; sem_post(s);)
MAIN(s = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED) return 1;
    sem_init(s, 1, 1); START(t, use) sem_wait(s);
    PICK(if (fork() == 0) { sem_post(s); _exit(0); }, ) x++; sem_post(s); WAIT(t))
