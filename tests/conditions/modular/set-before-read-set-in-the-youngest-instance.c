// set-before-read: set in the youngest instance
#include "../threads.h"

static int x, *first;
static int look(int *at) { return *at; }
static void *use(void *given) {
    int k;
    PICK(if (!given) first = &k; *first = 0;, k = 0;)
    if (look(&k)) x++;
    return given;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, use, 0);
    PICK(while (!*(int *volatile *)&first);, )
    pthread_create(&b, 0, use, &a);
    return 0;
}
