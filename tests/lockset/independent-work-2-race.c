//~ lockset: 523 states, 8 executions; dpor: 0 states, 1 executions
/* The main thread makes two lists; two threads go through the same one. */
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
static struct node *make(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    node->value = i;
    node->next = list;
    list = node;
  }
  return list;
}
static void *work(void *argument) {
  int sum = 0;
  for (struct node *node = argument; node; node = node->next) sum += node->value++; //~ RACE
  return (void *)(long)(sum < 0);
}
int main(void) {
  pthread_t t[2];
  struct node *lists[2] = {make(), make()};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, lists[0]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
