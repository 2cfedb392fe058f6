// set-before-read: read before it is set
// set-before-read: set when it is read
#include "../threads.h"

static int x;
static int look(int *at) { return *at; }
static void *use(void *given) {
    int k;
    PICK(if (given), ) k = 0;
    if (look(&k)) x++;
    return given;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, use, 0);
    pthread_create(&b, 0, use, 0);
    return 0;
}
