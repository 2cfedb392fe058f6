//~ lockset: 95 states, 1 executions; dpor: 24 states, 1 executions
/* Threads insert messages into a hash table whose slots have locks; the hashes of these few threads do not meet. */
#include <pthread.h>
enum { SIZE = 128, THREADS = 3, MESSAGES = 4 };
static int table[SIZE];
static pthread_mutex_t lock[SIZE];
static void *insert(void *argument) {
  int id = *(int *)argument;
  for (int m = 1; m <= MESSAGES; m++) {
    int message = m * 11 + id, done = 0;
    for (int h = message * 7 % SIZE; !done; h = (h + 1) % SIZE) {
      pthread_mutex_lock(&lock[h]);
      if (table[h] == 0) {
        table[h] = message;
        done = 1;
      }
      pthread_mutex_unlock(&lock[h]);
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
