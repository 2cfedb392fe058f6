//~ lockset: 38 states, 2 executions; dpor: 0 states, 1 executions
/* Two threads that put their nodes into one list. */
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *list;
static void *work(void *unused) {
  for (int i = 0; i < 1; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = list; //~ RACE
    list = node; //~ RACE
  }
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
