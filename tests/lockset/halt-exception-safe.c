//~ lockset: 274 states, 1 executions; dpor: 222 states, 20 executions
/* A producer makes items and puts them into a buffer under its lock; a consumer takes them out; a null ends the work. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum { SIZE = 2, ITEMS = 2 };
struct item { int attribute; };
static struct item *buffer[SIZE];
static int count, in, out, halted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    struct item *item = malloc(sizeof *item);
    item->attribute = i;
    pthread_mutex_lock(&lock);
    while (count == SIZE) pthread_cond_wait(&changed, &lock);
    buffer[in++ % SIZE] = item;
    count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
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
    assert(item->attribute == received);
    item->attribute = -1;
    free(item);
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
