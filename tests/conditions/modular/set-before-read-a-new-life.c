// set-before-read: a new life
#include "../threads.h"

static int x;
static int look(int *at) { return *at; }
static void *use(void *given) {
    for (int i = 0; i < 2; i++) {
        int k;
        PICK(if (i == 0), ) k = 0;
        if (look(&k)) x++;
    }
    return given;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, use, 0);
    pthread_create(&b, 0, use, 0);
    return 0;
}
