/* Cilk on tasks in regions.
 *
 * A function that spawns, a cilk_scope and a cilk_for have a frame: an object whose address names the region that their tasks are posted into.
 * A sync awaits that region. See src/check/openmp/cilk.rs.
 */

typedef __typeof__(sizeof(0)) bytes_t;

void *malloc(bytes_t);
void free(void *);
void *memcpy(void *, const void *, bytes_t);

long long __raceproof_task_post(void *, long long, long long, void *);
void __raceproof_task_await(long long);

struct spawned {
  void (*body)(void *);
  long long aligned;
  char context[];
};

static void run(void *argument)
{
  struct spawned *spawned = argument;
  spawned->body(spawned->context);
  free(spawned);
}

void __raceproof_cilk_spawn(void (*body)(void *), void *context, long size, void *frame)
{
  struct spawned *spawned = malloc(sizeof(struct spawned) + size);
  spawned->body = body;
  memcpy(spawned->context, context, size);
  __raceproof_task_post(run, (long long)(bytes_t)frame, 0, spawned);
}

void __raceproof_cilk_sync(void *frame)
{
  __raceproof_task_await((long long)(bytes_t)frame);
}
