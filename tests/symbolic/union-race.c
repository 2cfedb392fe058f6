// Bytes of a word that another thread writes as a whole.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

union {
    unsigned word;
    unsigned char bytes[8];
} box;
unsigned position;

static void *writer(void *argument)
{
    box.bytes[position] = 1; //~ RACE
    return 0;
}

int main(void)
{
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    position = 3 + n % 5;
    pthread_create(&thread, 0, writer, 0);
    box.word = 7; //~ RACE
    pthread_join(thread, 0);
    return 0;
}
