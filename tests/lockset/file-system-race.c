//~ lockset: 85 states, 3 executions; dpor: 4 states, 1 executions
/* Threads look for a free block for the inode that they use; blocks have no locks, and two threads use the same. */
#include <pthread.h>
enum { BLOCKS = 26, INODES = 32, THREADS = 2 };
static int inode[INODES], busy[BLOCKS];
static pthread_mutex_t inode_lock[INODES];
static void *run(void *argument) {
  int i = *(int *)argument % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    for (int b = 0;; b = (b + 1) % BLOCKS) {
      int found = !busy[b]; //~ RACE
      if (found) {
        busy[b] = 1; //~ RACE
        inode[i] = b + 1;
      }
      if (found) break;
    }
  }
  pthread_mutex_unlock(&inode_lock[i]);
  return 0;
}
int main(void) {
  static int id[THREADS];
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) {
    id[i] = i;
    pthread_create(&t[i], 0, run, &id[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
  return 0;
}
