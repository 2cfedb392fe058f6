#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;
static void handler(int sig) { seen = sig; }

int main(void) {
    printf("%d %d %d %d %d %d\n", SIGINT, SIGTERM, SIGABRT, SIGFPE, SIGSEGV, SIGILL);
    printf("%d %d\n", SIG_DFL == (void (*)(int))0, SIG_ERR == (void (*)(int))-1);
    printf("%zu\n", sizeof(sig_atomic_t));
    void (*chosen)(int) = handler;
    chosen(SIGTERM);
    printf("%d\n", (int)seen);
    return seen;
}
