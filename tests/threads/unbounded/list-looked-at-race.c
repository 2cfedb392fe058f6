// What has been put into a list is looked at after the lock was given up.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct node {
    int number;
    struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static void *produce(void *given) {
    for (int i = 0;; i++) {
        struct node *made = malloc(sizeof *made);
        if (!made)
            return given;
        pthread_mutex_lock(&lock);
        made->number = i;
        made->next = head;
        head = made;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
        printf("%d is there\n", made->number); //~ RACE
    }
}
static void *consume(void *given) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!head)
            pthread_cond_wait(&filled, &lock);
        struct node *found = head;
        head = head->next;
        printf("%d is taken\n", found->number);
        pthread_mutex_unlock(&lock);
        free(found); //~ RACE
    }
    return given;
}
int main(void) {
    pthread_t threads[6];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, produce, 0);
    for (int i = 3; i < 6; i++)
        pthread_create(&threads[i], 0, consume, 0);
    for (int i = 0; i < 6; i++)
        pthread_join(threads[i], 0);
}
