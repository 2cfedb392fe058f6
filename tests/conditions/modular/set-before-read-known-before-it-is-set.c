// set-before-read: known before it is set
#include "../threads.h"

static int x;
static void *use(void *given) {
    if (*(int *)given) x++;
    return given;
}
int main(void) {
    pthread_t a, b;
    int k;
    PICK(, k = 0;)
    pthread_create(&a, 0, use, &k);
    pthread_create(&b, 0, use, &k);
    pthread_join(a, 0);
    pthread_join(b, 0);
    PICK(k = 0;, )
    return 0;
}
