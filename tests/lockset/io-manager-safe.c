//~ lockset: 713 states, 4 executions; dpor: 73 states, 10 executions
/* The life of an I/O request: one thread creates it and queues it, one completes it, one may cancel it, and one does what is to do afterwards. Who has taken
   it out of a queue owns it; flags that are atomic decide whether it is completed or cancelled. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct request { int operation, status; atomic_int cancelled; };
enum { PENDING, COMPLETED, CANCELLED };
static struct request *waiting, *finished;
static pthread_mutex_t waiting_lock = PTHREAD_MUTEX_INITIALIZER, finished_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int over;
/* Takes the request out of the first queue; it belongs to the caller then. */
static struct request *take(void) {
  pthread_mutex_lock(&waiting_lock);
  struct request *request = waiting;
  waiting = 0;
  pthread_mutex_unlock(&waiting_lock);
  return request;
}
static void finish(struct request *request, int status) {
  request->status = status;
  pthread_mutex_lock(&finished_lock);
  finished = request;
  pthread_mutex_unlock(&finished_lock);
  over = 1;
}
static void *create(void *unused) {
  struct request *request = malloc(sizeof *request);
  request->operation = 7;
  request->status = PENDING;
  request->cancelled = 0;
  pthread_mutex_lock(&waiting_lock);
  waiting = request;
  pthread_mutex_unlock(&waiting_lock);
  return unused;
}
static void *complete(void *unused) {
  struct request *request = take();
  if (request) finish(request, request->cancelled ? CANCELLED : COMPLETED);
  return unused;
}
static void *cancel(void *unused) {
  struct request *request = take();
  if (request) {
    request->cancelled = 1;
    finish(request, CANCELLED);
  }
  return unused;
}
static void *post_process(void *unused) {
  if (!over) return unused;
  pthread_mutex_lock(&finished_lock);
  struct request *request = finished;
  finished = 0;
  pthread_mutex_unlock(&finished_lock);
  assert(request && request->status != PENDING && request->operation == 7);
  free(request);
  return unused;
}
int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, create, 0);
  pthread_create(&t[1], 0, complete, 0);
  pthread_create(&t[2], 0, cancel, 0);
  pthread_create(&t[3], 0, post_process, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
