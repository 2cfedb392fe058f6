//~ lockset: 86 states, 4 executions; dpor: 6 states, 1 executions
/* Threads insert messages into a hash table under locks of their own, and their hashes meet. */
#include <pthread.h>
enum { SIZE = 128, THREADS = 2, MESSAGES = 1 };
static int table[SIZE];
static pthread_mutex_t lock[SIZE];
static void *insert(void *argument) {
  int id = *(int *)argument;
  for (int m = 1; m <= MESSAGES; m++) {
    int message = m * 11 + id, done = 0;
    for (int h = message * SIZE % SIZE; !done; h = (h + 1) % SIZE) {
      pthread_mutex_lock(&lock[id]);
      if (table[h] == 0) { //~ RACE
        table[h] = message; //~ RACE
        done = 1;
      }
      pthread_mutex_unlock(&lock[id]);
    }
  }
  return 0;
}
int main(void) {
  static int id[THREADS];
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) {
    id[i] = i;
    pthread_create(&t[i], 0, insert, &id[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
  return 0;
}
