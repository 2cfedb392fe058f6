//~ lockset: 207 states, 2 executions; dpor: 60 states, 6 executions
/* A producer makes items and puts them into a buffer before they are ready; a consumer takes them out. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum { SIZE = 2, ITEMS = 1 };
struct item { int attribute; };
static struct item *buffer[SIZE];
static int count, in, out, halted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    struct item *item = malloc(sizeof *item);
    pthread_mutex_lock(&lock);
    while (count == SIZE) pthread_cond_wait(&changed, &lock);
    buffer[in++ % SIZE] = item;
    count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    item->attribute = i; //~ RACE
  }
  pthread_mutex_lock(&lock);
  halted = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *consume(void *unused) {
  int received = 0;
  for (;;) {
    pthread_mutex_lock(&lock);
    while (count == 0 && !halted) pthread_cond_wait(&changed, &lock);
    struct item *item = count ? buffer[out++ % SIZE] : 0;
    count -= item != 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    if (item == 0) break;
    item->attribute = -1; //~ RACE
    received++;
  }
  assert(received == ITEMS);
  return unused;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, produce, 0);
  pthread_create(&t[1], 0, consume, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
