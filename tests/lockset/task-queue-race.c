//~ lockset: 114 states, 2 executions; dpor: 8 states, 2 executions
/* A task is local to its creator, then passed through a queue, then shared by threads that each do a part, which do not take the lock. */
#include <pthread.h>
#include <stdlib.h>
enum { PARTS = 2 };
struct task { int parts[PARTS], out; };
struct part { struct task *task; int number; };
static struct task *queue;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static void *create(void *unused) {
  struct task *task = malloc(sizeof *task);
  for (int i = 0; i < PARTS; i++) task->parts[i] = i + 1;
  task->out = 0;
  pthread_mutex_lock(&queue_lock);
  queue = task;
  pthread_mutex_unlock(&queue_lock);
  return unused;
}
static void *perform_part(void *argument) {
  struct part *part = argument;
  int result = part->task->parts[part->number] * 10;
  part->task->out += result; //~ RACE
  return 0;
}
static void *perform(void *unused) {
  pthread_mutex_lock(&queue_lock);
  struct task *task = queue;
  pthread_mutex_unlock(&queue_lock);
  if (task == 0) return unused;
  pthread_t child[PARTS];
  struct part part[PARTS];
  for (int i = 0; i < PARTS; i++) {
    part[i].task = task;
    part[i].number = i;
    pthread_create(&child[i], 0, perform_part, &part[i]);
  }
  for (int i = 0; i < PARTS; i++) pthread_join(child[i], 0);
  free(task);
  return unused;
}
int main(void) {
  pthread_t creator, performer;
  pthread_create(&creator, 0, create, 0);
  pthread_create(&performer, 0, perform, 0);
  pthread_join(creator, 0);
  pthread_join(performer, 0);
  return 0;
}
