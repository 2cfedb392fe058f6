/* Cilk on tasks in regions.
 *
 * A function that spawns, a cilk_scope and a cilk_for have a frame: an object whose address names the region that their tasks are posted into, and
 * that holds the list of these tasks. A sync awaits the region. See src/check/openmp/cilk.rs.
 *
 * Reducers: a strand has views of some variables. A spawned task goes on with the views of its parent, which has none then; a sync puts the views together again, in
 * the order of the serial program. See src/check/openmp/reducer.rs.
 */

typedef __typeof__(sizeof(0)) bytes_t;

void *malloc(bytes_t);
void free(void *);
void *memcpy(void *, const void *, bytes_t);

long long __raceproof_task_post(void *, long long, long long, void *);
void __raceproof_task_await(long long);
void __raceproof_cilk_partial(void);

struct view {
  struct view *next;
  void *variable;
  /* The variable itself, or the memory here. */
  void *place;
  int monoid;
  long long memory;
};

struct strand {
  struct view *views;
  /* Something before this strand in the serial program is not synced: static variables are not its own. */
  int cut;
};

static _Thread_local struct strand strand;

struct spawned {
  void (*body)(void *);
  struct spawned *older;
  struct strand strand;
  long long aligned;
  char context[];
};

static void run(void *argument)
{
  struct spawned *spawned = argument;
  strand = spawned->strand;
  spawned->body(spawned->context);
  spawned->strand = strand;
}

void __raceproof_cilk_spawn(void (*body)(void *), void *context, long size, void *frame)
{
  struct spawned **last = frame;
  struct spawned *spawned = malloc(sizeof(struct spawned) + size);
  spawned->body = body;
  spawned->older = *last;
  spawned->strand = strand;
  memcpy(spawned->context, context, size);
  *last = spawned;
  strand.views = 0;
  strand.cut = 1;
  __raceproof_task_post(run, (long long)(bytes_t)frame, 0, spawned);
}

static struct view *find(struct view *view, void *variable)
{
  while (view && view->variable != variable)
    view = view->next;
  return view;
}

/* Monoids are numbered by operation and type. That the program's own functions do the same was seen to when it was compiled; to call them would make it hard
   to see that a sync makes no tasks. */
enum { FLOAT = 4, DOUBLE = 5 };

static unsigned long long combined(int operation, unsigned long long left, unsigned long long right)
{
  switch (operation) {
  case 0: return left + right;
  case 1: return left * right;
  case 2: return left & right;
  case 3: return left | right;
  default: return left ^ right;
  }
}

static void combine(int monoid, void *left, void *right)
{
  int operation = monoid / 8;
  switch (monoid % 8) {
  case 0: *(unsigned char *)left = combined(operation, *(unsigned char *)left, *(unsigned char *)right); break;
  case 1: *(unsigned short *)left = combined(operation, *(unsigned short *)left, *(unsigned short *)right); break;
  case 2: *(unsigned *)left = combined(operation, *(unsigned *)left, *(unsigned *)right); break;
  case 3: *(unsigned long long *)left = combined(operation, *(unsigned long long *)left, *(unsigned long long *)right); break;
  case FLOAT:
    if (operation)
      *(float *)left *= *(float *)right;
    else
      *(float *)left += *(float *)right;
    break;
  case DOUBLE:
    if (operation)
      *(double *)left *= *(double *)right;
    else
      *(double *)left += *(double *)right;
    break;
  }
}

static void make_neutral(int monoid, struct view *view)
{
  view->memory = monoid / 8 == 2 ? -1 : monoid / 8 == 1;
  if (monoid == 8 + FLOAT)
    *(float *)&view->memory = 1;
  if (monoid == 8 + DOUBLE)
    *(double *)&view->memory = 1;
}

/* Puts views behind those of what comes before. */
static void reduce(struct strand *before, struct view *views)
{
  while (views) {
    struct view *view = views;
    views = view->next;
    struct view *other = find(before->views, view->variable);
    if (view->place != view->variable && (other || !before->cut)) {
      combine(view->monoid, other ? other->place : view->variable, view->place);
      free(view);
    } else {
      view->next = before->views;
      before->views = view;
    }
  }
}

void __raceproof_cilk_sync(void *frame)
{
  struct spawned **last = frame;
  __raceproof_task_await((long long)(bytes_t)frame);
  while (*last) {
    struct spawned *spawned = *last;
    struct strand before = spawned->strand;
    reduce(&before, strand.views);
    strand = before;
    *last = spawned->older;
    free(spawned);
  }
}

void __raceproof_cilk_reducer(void *variable)
{
  struct view *view = malloc(sizeof(struct view));
  view->next = strand.views;
  view->variable = variable;
  view->place = variable;
  strand.views = view;
}

void __raceproof_cilk_end_reducer(void *variable)
{
  struct view **at = &strand.views;
  while (*at && (*at)->variable != variable)
    at = &(*at)->next;
  struct view *view = *at;
  if (!view || view->place != variable)
    __raceproof_cilk_partial();
  *at = view->next;
  free(view);
}

int __raceproof_cilk_settled(void *variable)
{
  struct view *view = find(strand.views, variable);
  return view ? view->place == variable : !strand.cut;
}

void *__raceproof_cilk_view(void *variable, int monoid)
{
  struct view *view = find(strand.views, variable);
  if (view)
    return view->place;
  if (!strand.cut)
    return variable;
  view = malloc(sizeof(struct view));
  view->next = strand.views;
  view->variable = variable;
  view->place = &view->memory;
  view->monoid = monoid;
  make_neutral(monoid, view);
  strand.views = view;
  return view->place;
}
