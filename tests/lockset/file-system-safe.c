//~ lockset: 59 states, 1 executions; dpor: 12 states, 1 executions
/* Threads look for a free block for the inode that they use; inodes and blocks have locks, and these few threads use different ones. */
#include <pthread.h>
enum { BLOCKS = 26, INODES = 32, THREADS = 3 };
static int inode[INODES], busy[BLOCKS];
static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static void *run(void *argument) {
  int i = *(int *)argument % INODES;
  pthread_mutex_lock(&inode_lock[i]);
  if (inode[i] == 0) {
    for (int b = i * 2 % BLOCKS;; b = (b + 1) % BLOCKS) {
      pthread_mutex_lock(&block_lock[b]);
      int found = !busy[b];
      if (found) {
        busy[b] = 1;
        inode[i] = b + 1;
      }
      pthread_mutex_unlock(&block_lock[b]);
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
