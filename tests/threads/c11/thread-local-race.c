// Race: the scratch variable is shared.
#include <stddef.h>
#include <threads.h>

int scratch;

int worker(void *arg) {
    scratch = *(int *)arg; //~ RACE
    return 0;
}

int main(void) {
    thrd_t t[2];
    int inputs[2] = {1, 2};
    for (int i = 0; i < 2; i++) thrd_create(&t[i], worker, &inputs[i]);
    for (int i = 0; i < 2; i++) thrd_join(t[i], NULL);
    return scratch;
}
