//~ lockset: 412 states, 1 executions; dpor: 106 states, 8 executions
/* One level of a B-link tree: a list of containers, each with a lock for itself and its items. An insertion that finds its container full moves half of the
   items into a new one, so the lock that protects an item changes. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum { FULL = 2, ENDLESS = 1000 };
struct item { int key, datum; };
struct container {
  pthread_mutex_t lock;
  int high, count;
  struct item *items[FULL + 1];
  struct container *next;
};
static struct container *head;
static struct container *make(int high) {
  struct container *made = malloc(sizeof *made);
  pthread_mutex_init(&made->lock, 0);
  made->high = high;
  made->count = 0;
  made->next = 0;
  return made;
}
/* The container for a key, with its lock taken. A lock is given back before the next is taken. */
static struct container *find(int key) {
  struct container *at = head;
  pthread_mutex_lock(&at->lock);
  while (key > at->high) {
    struct container *next = at->next;
    pthread_mutex_unlock(&at->lock);
    at = next;
    pthread_mutex_lock(&at->lock);
  }
  return at;
}
static void insert(int key, int datum) {
  struct item *item = malloc(sizeof *item);
  item->key = key;
  item->datum = datum;
  struct container *at = find(key);
  int i = at->count++;
  for (; i > 0 && at->items[i - 1]->key > key; i--) at->items[i] = at->items[i - 1];
  at->items[i] = item;
  if (at->count > FULL) {
    struct container *made = make(at->high);
    made->items[made->count++] = at->items[--at->count];
    made->next = at->next;
    at->next = made;
    at->high = at->items[at->count - 1]->key;
  }
  pthread_mutex_unlock(&at->lock);
}
static int look_up(int key) {
  struct container *at = find(key);
  int datum = 0;
  for (int i = 0; i < at->count; i++)
    if (at->items[i]->key == key) datum = at->items[i]->datum++;
  pthread_mutex_unlock(&at->lock);
  return datum;
}
static void *inserter(void *unused) {
  insert(2, 20);
  return unused;
}
static void *reader(void *unused) {
  assert(look_up(3) >= 30);
  return unused;
}
int main(void) {
  head = make(ENDLESS);
  insert(1, 10);
  insert(3, 30);
  pthread_t t[3];
  pthread_create(&t[0], 0, inserter, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_create(&t[2], 0, reader, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(look_up(2) == 20 && look_up(3) == 32);
  return 0;
}
