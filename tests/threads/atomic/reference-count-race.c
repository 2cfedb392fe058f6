// Race: the last one out uses the object after a relaxed decrement.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct object { atomic_int count; int uses[2]; };
struct object object = {2, {0, 0}};
int ids[2] = {0, 1}, total;

void *user(void *arg) {
    int id = *(int *)arg;
    object.uses[id] = 1; //~ RACE
    if (atomic_fetch_sub_explicit(&object.count, 1, memory_order_relaxed) == 1)
        total = object.uses[0] + object.uses[1]; //~ RACE
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, user, &ids[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return total;
}
