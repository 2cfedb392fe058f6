/* OpenMP on threads.
 *
 * A directive becomes calls of the functions here; see src/check/openmp. Nothing here may race: a team is written before its
 * threads start and read afterwards, what belongs to a thread is thread-local, and the rest are synchronisation objects. Functions
 * are small because every step of them is interpreted.
 *
 * The threads of a team end with their region, and those of the next one take their places with their thread-local variables.
 */

typedef __typeof__(sizeof(0)) bytes_t;

void *malloc(bytes_t);
void *calloc(bytes_t, bytes_t);
void *aligned_alloc(bytes_t, bytes_t);
void *realloc(void *, bytes_t);
void free(void *);
void *memcpy(void *, const void *, bytes_t);
void *memset(void *, int, bytes_t);
int get_nprocs(void);

void __raceproof_work_begin(void *, long long, long long);
void __raceproof_work_end(void);
long long __raceproof_work_share(void *, long long, long long, int, int);
long long __raceproof_work_more(void *, long long, long long, int, int);
long long __raceproof_work_limit(void);
void __raceproof_ordered_enter(void *, long long);
void __raceproof_ordered_exit(void *, long long);
void __raceproof_event_wait(void *, long long);
void __raceproof_event_set(void *, long long);
void __raceproof_omp_in_task(void);
void __raceproof_omp_many_exclusions(void);
void __raceproof_omp_many_teams(void);
void __raceproof_omp_many_groups(void);
void __raceproof_omp_many_ordered(void);
void __raceproof_omp_many_combinations(void);
void __raceproof_omp_nest_league(void);
void __raceproof_omp_runtime_static(void);
void __raceproof_omp_concurrent_alone(void);
long long __raceproof_task_create(void *, void *);
void __raceproof_task_await_depend(void);
void __raceproof_task_wait(void);
long long __raceproof_task_mark(void);
long long __raceproof_task_region(long long);
void __raceproof_task_wait_since(long long);
long long __raceproof_thread_create(void *, void *, int);
void *__raceproof_thread_join(long long);
long long __raceproof_thread_self(void);
void __raceproof_thread_yield(void);
void __raceproof_barrier_init(void *, int);
int __raceproof_barrier_wait(void *);
int __raceproof_mutex_lock(void *);
int __raceproof_mutex_unlock(void *);
int __raceproof_mutex_trylock(void *);
void __raceproof_mutex_init(void *, int);
int __raceproof_mutex_destroy(void *);
void __raceproof_spin_init(void *);
int __raceproof_spin_lock(void *);
int __raceproof_spin_trylock(void *);
int __raceproof_spin_unlock(void *);
int __raceproof_spin_destroy(void *);

/* Threads of a team where the program does not say; the driver sets it. */
[[raceproof::team_size]] const int __raceproof_omp_threads = 2;

/* So many constructs that combine or copy can be told apart where no barrier is between them. */
enum { TOLD_APART = 8 };

/* Mutexes for combinations: the first for those of tasks and regions, the others in turn for those of constructs of the team. */
enum { REDUCTIONS = 1 + TOLD_APART };

/* Teams that do not synchronise with each other. */
struct league {
  int teams;
  long long reduction[5];
};

struct team {
  struct team *parent;
  struct league *league;
  int is_group; /* it excludes only its own threads */
  int league_number;
  int size;
  int number; /* of the thread that made it, in the parent */
  int level;
  int active; /* enclosing regions of more than one thread, this one included */
  void *published;
  long long *copied; /* a cell for each thread and each of the constructs that threads may be in: the last one whose first values it has read */
  long long turn[5]; /* of a team of one thread: whoever runs, it or one of its tasks */
  long long barrier[8];
  long long reduction[5 * REDUCTIONS];
  long long ordered[8];
};

/* Who a thread is and what was set for it: what it makes begins with this, with few changes. In one piece because a task costs little else. It is the only record
   that is copied here, and has no address of the program in it: engines rely on that. */
struct self {
  struct team *team; /* none outside of regions */
  int number;
  char in_task;
  char in_final;
  char is_deferred; /* a task that any thread of the team may run */
  char is_dynamic;
  int allocator; /* what `omp_set_default_allocator` said */
  int wanted_threads;
  int levels;
  int limit; /* of threads in the contention group, none if 0 */
  long long schedule; /* what `omp_set_schedule` said: the kind, then the chunk size in 32 bits */
};

static _Thread_local struct self self = { .levels = 1, .allocator = 1 };
static _Thread_local struct team initial = { .size = 1 };

/* What a thread does. */
[[raceproof::names]] static _Thread_local long long construct; /* the last one met: equal in all threads of the team that are as far */
[[raceproof::names]] static _Thread_local long long made; /* regions made since it came to this one */
[[raceproof::names]] static _Thread_local long long regions; /* made ever */
[[raceproof::names]] static _Thread_local long long lanes;
[[raceproof::names]] static _Thread_local long long combined; /* the first construct that combines or copies since the last barrier */
static _Thread_local int ordered_loops; /* since the last barrier: other threads may be in any of them */
static _Thread_local int has_tasks;
[[raceproof::has_turn]] static _Thread_local int has_turn; /* its team is one thread that has made tasks: it is that thread or one of the tasks, and they take turns */
static _Thread_local long long first_task;
static _Thread_local int exclude_count;

/* Tasks of one creator with a `mutexinoutset` item at one address exclude each other. */
struct exclusion {
  long long mutex[5];
  void *address;
  int number;
  struct exclusion *next;
};

/* Those that this thread knows, and those of the task that it is about to make, in the order of their numbers. */
static _Thread_local struct exclusion *exclusions;
static _Thread_local struct exclusion *excludes[8];

/* Settings of the device: there is one of each for all threads. They may be changed outside of regions only. */
static int wanted_teams;
static int wanted_limit;

struct member {
  void (*body)(void *);
  void *context;
  struct self self;
  long long construct;
  long long region;
};

static struct team *current(void)
{
  struct team *team = self.team;
  return team ? team : &initial;
}

/* The one thread of a team runs its tasks when it likes, at scheduling points: where it makes one, where it waits for some or yields. Tasks are threads here, so
   there is one turn for all of them and their maker, which changes hands at these points only. They do not run at the same time then, in whatever order. */
[[raceproof::task]] void __raceproof_omp_give_turn(void)
{
  if (has_turn)
    __raceproof_mutex_unlock(current()->turn);
}

[[raceproof::task]] void __raceproof_omp_take_turn(void)
{
  if (has_turn)
    __raceproof_mutex_lock(current()->turn);
}

/* The region of a `target` is over, and with it what it has made since it met this mark. */
[[raceproof::finish]] long long __raceproof_omp_mark(void)
{
  return has_tasks ? __raceproof_task_mark() : 0;
}

[[raceproof::finish]] void __raceproof_omp_finish(long long mark)
{
  if (has_tasks) {
    __raceproof_omp_give_turn();
    __raceproof_task_wait_since(mark);
    __raceproof_omp_take_turn();
  }
}

/* `main` returns: what tasks outside of regions have not done they may still do. */
[[raceproof::finish]] void __raceproof_omp_end(void)
{
  if (!self.team)
    __raceproof_omp_finish(0);
}

static void finish_tasks(void)
{
  if (has_tasks) {
    __raceproof_omp_give_turn();
    __raceproof_task_wait_since(first_task);
    has_tasks = has_turn = 0;
  }
}

static void *run_member(void *argument)
{
  struct member *member = argument;
  self = member->self;
  construct = member->construct;
  /* The place of a thread is used again in the next region. */
  lanes = (member->region & 0xfffff) << 32;
  made = has_tasks = has_turn = exclude_count = ordered_loops = combined = 0;
  first_task = 0;
  member->body(member->context);
  finish_tasks();
  return 0;
}

/* Runs a body on the threads of teams: `count` threads, of which thread i is in teams[i * stride]. */
static void run_members(void (*body)(void *), void *context, struct team *teams, int count, int is_league)
{
  struct self outer = self;
  long long outer_construct = construct, outer_made = ++made;
  long long first_construct = (outer_construct << 24 | outer_made) << 16;
  regions++;
  int outer_tasks = has_tasks, outer_turn = has_turn;
  long long outer_first = first_task;
  int outer_ordered = ordered_loops;
  long long outer_combined = combined;
  struct member members[count];
  long long handles[count];
  self.in_task = self.in_final = self.is_deferred = 0;
  for (int i = 1; i < count; i++) {
    members[i].body = body;
    members[i].context = context;
    members[i].self = self;
    members[i].self.team = is_league ? &teams[i] : teams;
    members[i].self.number = is_league ? 0 : i;
    members[i].construct = first_construct;
    members[i].region = regions;
    handles[i] = __raceproof_thread_create(run_member, &members[i], 2);
  }
  self.team = teams;
  self.number = 0;
  construct = first_construct;
  made = 0;
  /* The tasks of the region around are those of another implicit task. */
  struct exclusion *outer_exclusions = exclusions;
  long long outer_siblings = 0;
  if (outer_tasks) {
    first_task = __raceproof_task_mark();
    outer_siblings = __raceproof_task_region(first_task);
    exclusions = 0;
  }
  has_tasks = has_turn = 0;
  ordered_loops = combined = 0;
  body(context);
  finish_tasks();
  if (outer_tasks) {
    __raceproof_task_region(outer_siblings);
    exclusions = outer_exclusions;
  }
  /* What belongs to this thread is put back before the others are joined: an engine takes the last join for the end of the region. */
  self = outer;
  construct = outer_construct;
  made = outer_made;
  has_tasks = outer_tasks;
  has_turn = outer_turn;
  first_task = outer_first;
  ordered_loops = outer_ordered;
  combined = outer_combined;
  /* The last one joined is the first to be used again: so threadprivate variables persist by the number of the thread. */
  for (int i = count - 1; i > 0; i--)
    __raceproof_thread_join(handles[i]);
}

[[raceproof::parallel]] void __raceproof_omp_parallel(void (*body)(void *), void *context, long size, int wanted, int condition)
{
  struct team *around = current();
  int count = wanted > 0 ? wanted : self.wanted_threads ? self.wanted_threads : __raceproof_omp_threads;
  struct team region;
  if (!condition || around->active >= self.levels)
    count = 1;
  if (count > 1 && self.limit) {
    /* The members of the regions around are busy, and this thread is one of them. */
    int available = self.limit;
    for (struct team *outer = around; outer; outer = outer->parent)
      available -= outer->size - 1;
    if (count > available)
      count = available > 1 ? available : 1;
  }
  region.parent = around;
  region.league = around->league;
  region.is_group = around->is_group;
  region.league_number = around->league_number;
  region.size = count;
  region.number = self.number;
  region.level = around->level + 1;
  region.active = around->active + (count > 1);
  long long copied[count * TOLD_APART];
  memset(copied, 0, sizeof copied);
  region.copied = copied;
  for (int i = 0; i < 5; i++)
    region.turn[i] = 0;
  for (int i = 0; i < 8; i++)
    region.barrier[i] = region.ordered[i] = 0;
  for (int i = 0; i < 5 * REDUCTIONS; i++)
    region.reduction[i] = 0;
  if (count > 1)
    __raceproof_barrier_init(region.barrier, count);
  run_members(body, context, &region, count, 0);
}

/* Sets a limit on threads and gives the one before. */
[[raceproof::league]] int __raceproof_omp_limit(int limit)
{
  int before = self.limit;
  self.limit = limit > 0 ? limit : 0;
  return before;
}

[[raceproof::league]] void __raceproof_omp_teams(void (*body)(void *), void *context, long size, int count, int limit)
{
  struct league league;
  if (count <= 0)
    count = wanted_teams > 0 ? wanted_teams : 2;
  if (limit <= 0)
    limit = wanted_limit;
  int outer_limit = __raceproof_omp_limit(limit ? limit : self.limit);
  struct team teams[count];
  league.teams = count;
  for (int i = 0; i < 5; i++)
    league.reduction[i] = 0;
  for (int i = 0; i < count; i++) {
    struct team *each = &teams[i];
    each->parent = 0;
    each->league = &league;
    each->is_group = count > 1;
    each->league_number = i;
    each->size = 1;
    each->number = 0;
    each->level = 0;
    each->active = 0;
    for (int j = 0; j < 5; j++)
      each->turn[j] = 0;
    for (int j = 0; j < 8; j++)
      each->ordered[j] = 0;
    for (int j = 0; j < 5 * REDUCTIONS; j++)
      each->reduction[j] = 0;
  }
  run_members(body, context, teams, count, 1);
  __raceproof_omp_limit(outer_limit);
}

/* All threads of a team come to its barriers and share its works. A task must not. */
static void meet(struct team *here)
{
  if (self.in_task && here->size > 1)
    __raceproof_omp_in_task();
}

[[raceproof::barrier]] void __raceproof_omp_barrier(void)
{
  struct team *here = current();
  meet(here);
  finish_tasks();
  ordered_loops = combined = 0;
  if (here->size > 1)
    __raceproof_barrier_wait(here->barrier);
}

[[raceproof::thread_number]] int __raceproof_omp_number(void)
{
  return self.number;
}

[[raceproof::team_size]] int __raceproof_omp_size(void)
{
  return current()->size;
}

/* Whose work it is: 0 of the team, 1 of the league's teams, 2 of all threads of all teams. Of several teams
   an odd address says that it is 2, and a third one that these teams have more threads than one, which are in regions of their own. */
[[raceproof::workers]] void *__raceproof_omp_workers(int whose)
{
  struct team *here = current();
  if (!whose || !here->league)
    return here;
  int is_of_all = whose == 2 && here->league->teams > 1;
  return (char *)here->league + is_of_all * (here->size > 1 ? 3 : 1);
}

/* Whether another team may run the same code at the same time. */
[[raceproof::doacross]] int __raceproof_omp_has_rivals(void)
{
  struct team *here = current();
  return here->league || here->active > 1;
}

[[raceproof::construct]] long long __raceproof_omp_construct(void)
{
  return construct;
}

/* The number of this thread among those who share a construct, and how many these are. The first two are in different teams if there are two. */
static int member(struct team *here, int whose)
{
  if (!whose)
    return self.number;
  int mine = here->league ? here->league_number : 0;
  return whose == 1 ? mine : (here->league ? here->league->teams : 1) * self.number + mine;
}

static int members(struct team *here, int whose)
{
  if (!whose)
    return here->size;
  int teams = here->league ? here->league->teams : 1;
  return whose == 1 ? teams : teams * here->size;
}

[[raceproof::member]] long long __raceproof_omp_member(int whose)
{
  return member(current(), whose);
}

[[raceproof::team_size]] long long __raceproof_omp_members(int whose)
{
  return members(current(), whose);
}

/* Iterations are beside each other because they are works that any of those who share them might do: there must be two. */
[[raceproof::concurrent]] void __raceproof_omp_concurrent(long long iterations, int whose)
{
  if (iterations > 1 && members(current(), whose) == 1)
    __raceproof_omp_concurrent_alone();
}

/* How many tasks share the iterations of a loop. How many there are is open, and what an iteration finds in the copies of its task depends on those
   before it in the same one: so as many as there are iterations, or more than all mappings are tried of. */
[[raceproof::task_loop]] int __raceproof_omp_tasks(long long iterations, int has_lanes)
{
  int size = current()->size;
  /* The lanes of a vector are those of one task, and in a team of one thread nothing else is at the same time. */
  if (has_lanes && size == 1)
    return 1;
  int most = iterations < 6 ? iterations : 6;
  return size < most ? most : size;
}

/* How many works the iterations of a `taskloop` are, if this is what is cut: 0 into so many tasks, 1 into tasks of so many, 2 into tasks of so many
   and less than twice as many, 3 into so many tasks of any sizes. What must be of one task is one work. */
[[raceproof::task_loop]] long long __raceproof_omp_cuts(int cut, long long total, long long amount)
{
  if (amount < 1)
    amount = 1;
  if (cut == 0)
    return amount < total ? amount : total;
  if (cut == 1)
    return total / amount + (total % amount > 0);
  if (cut == 3)
    return amount > 1 ? total : total > 0;
  return total - amount < amount ? total > 0 : total - 2 * amount + 2;
}

/* The first iteration of such a work, and of the one behind the last all of them. */
[[raceproof::task_loop]] long long __raceproof_omp_cut(int cut, long long total, long long amount, long long work)
{
  long long works = __raceproof_omp_cuts(cut, total, amount);
  if (work >= works)
    return total;
  if (amount < 1)
    amount = 1;
  if (cut == 0)
    return work * (total / works) + (work < total % works ? work : total % works);
  if (cut == 1)
    return work * amount;
  if (cut == 3)
    return work;
  return work ? amount + work - 1 : 0;
}

/* The first work of this thread's share of a construct; `__raceproof_work_limit` gives the end of it. */
[[raceproof::share]] long long __raceproof_omp_share(long long works, int whose)
{
  struct team *here = current();
  if (!whose)
    meet(here);
  /* Teams may have made different regions before, but have met equally many constructs: the number of the one around this region. */
  construct = whose == 2 ? construct >> 40 : construct + 1;
  return __raceproof_work_share(__raceproof_omp_workers(whose), construct, works, member(here, whose), members(here, whose));
}

/* The same when this thread has done what it got. */
[[raceproof::more]] long long __raceproof_omp_more(long long number_of_construct, long long works, int whose)
{
  struct team *here = current();
  return __raceproof_work_more(__raceproof_omp_workers(whose), number_of_construct, works, member(here, whose), members(here, whose));
}

/* The threads of one team of a league exclude each other by critical regions and locks, but not those of other teams: a lock has a state
   for each such contention group. */
[[raceproof::group_lock]] void *__raceproof_omp_lock(void *lock)
{
  struct team *here = current();
  if (!here->is_group)
    return lock;
  if (here->league_number >= 16)
    __raceproof_omp_many_teams();
  return (char *)lock + 4 * (1 + here->league_number);
}

/* How `schedule(static)` without a chunk size divides a loop. The standard asks for about equal parts, at most one for each thread, and for the same parts of equal loops;
   implementations differ. 0: nobody knows, an iteration is a work of any thread. 1: the first threads have one iteration more than the others. 2: all have equally many but
   for the last ones, which have less or none. 3: the last threads have one more. The driver sets it. */
[[raceproof::division]] const int __raceproof_omp_division = 1;

/* Where the part of a thread of such a loop begins, and with `at` 1 where it ends. */
static long long part_bound(long long works, int at)
{
  int size = current()->size;
  long long each = works / size, rest = works % size;
  long long part = self.number + at;
  if (__raceproof_omp_division == 2) {
    long long chunk = each + (rest > 0);
    return chunk && part <= works / chunk ? chunk * part : works;
  }
  if (__raceproof_omp_division == 3)
    return each * part + (part > size - rest ? part - (size - rest) : 0);
  return each * part + (part < rest ? part : rest);
}

/* The loops with `schedule(static)` that this thread met in its region: iterations of equal ones are done by the same thread, however they are divided. Where that is open they
   are the same works. Those that are not remembered are works of their own, which can only add races. */
struct divided {
  long long works;
  long long construct;
};
[[raceproof::names]] static _Thread_local struct divided divided[8];
[[raceproof::names]] static _Thread_local int divided_count;
[[raceproof::names]] static _Thread_local long long divided_region;
[[raceproof::names]] static _Thread_local long long divided_as;

static void meet_divided(long long works)
{
  long long region = construct >> 16;
  if (divided_region != region) {
    divided_region = region;
    divided_count = 0;
  }
  for (int i = 0; i < divided_count; i++)
    if (divided[i].works == works) {
      divided_as = divided[i].construct;
      return;
    }
  divided_as = construct;
  if (divided_count < 8) {
    divided[divided_count].works = works;
    divided[divided_count].construct = construct;
    divided_count++;
  }
}

/* The first iteration of this thread's part of a loop with `schedule(static)`; the end of it; and what follows when it has done these. */
[[raceproof::static_share]] long long __raceproof_omp_static_share(long long works)
{
  struct team *here = current();
  meet(here);
  construct++;
  if (!__raceproof_omp_division) {
    meet_divided(works);
    return __raceproof_work_share(here, construct, works, self.number, here->size);
  }
  return part_bound(works, 0);
}

[[raceproof::static_bound]] long long __raceproof_omp_static_limit(long long works)
{
  return __raceproof_omp_division ? part_bound(works, 1) : __raceproof_work_limit();
}

[[raceproof::static_bound]] long long __raceproof_omp_static_more(long long number_of_construct, long long works)
{
  struct team *here = current();
  return __raceproof_omp_division ? works : __raceproof_work_more(here, number_of_construct, works, self.number, here->size);
}

/* The number of the construct for these works. */
[[raceproof::construct]] long long __raceproof_omp_static_construct(void)
{
  return __raceproof_omp_division ? construct : divided_as;
}

/* Whose works these are: of this thread, or of any. */
[[raceproof::workers]] void *__raceproof_omp_static_workers(void)
{
  return __raceproof_omp_division ? (void *)0xffffffff : current();
}

/* The size of the chunks that stay together under `schedule(static, n)` where teams share a loop and each divides its part: the parts may be cut anywhere, but if one team
   has all of them and none is larger than a chunk, they are one thread's. */
[[raceproof::league]] long long __raceproof_omp_part_chunk(long long total, long long chunk)
{
  return total > 0 && chunk >= total && members(current(), 1) == 1 ? total : 1;
}

/* The size of the chunks of `schedule(runtime)`. The kind is open unless the program has set it; then a chunk is an iteration. */
[[raceproof::runtime_chunk]] long long __raceproof_omp_runtime_chunk(void)
{
  int kind = self.schedule >> 32 & 0xffff;
  if (kind == 1)
    __raceproof_omp_runtime_static();
  return kind == 2 && (int)self.schedule > 1 ? (int)self.schedule : 1;
}

/* How often a loop runs, or 2^63 - 1 if that is less. The relation: 0 <, 1 <=, 2 >, 3 >=, 4 !=, which is < or > by the sign of the step. With 8 all numbers
   are without a sign. Otherwise they are numbers with one, but where the second byte has the bits of the variable, its bound was converted to a number without a
   sign: compilers do not agree about what a loop does that begins below zero then, and what is taken here is the one that has iterations. */
[[raceproof::count]] long long __raceproof_omp_count(long long from, long long to, long long step, int relation)
{
  int kind = relation & 7;
  unsigned long long stride = step;
  if (relation >> 8) {
    if (from < 0) {
      int unused = 64 - (relation >> 8);
      to = (long long)((unsigned long long)to << unused) >> unused;
    } else if (to < 0)
      to = 0x7fffffffffffffffll;
  }
  if (kind == 4)
    kind = step < 0 ? 2 : 0;
  if (relation & 8) {
    /* Numbers without a sign, moved to those with one. */
    from ^= 1ull << 63;
    to ^= 1ull << 63;
  } else if (kind < 2 ? step < 0 : step > 0)
    return 0;
  if (kind >= 2) {
    long long high = from;
    from = to;
    to = high;
    stride = -stride;
  }
  int is_open = !(kind & 1);
  if (from > to || is_open && from == to || !stride)
    return 0;
  unsigned long long rounds = ((unsigned long long)to - (unsigned long long)from - is_open) / stride;
  return rounds < 0x7fffffffffffffffull ? rounds + 1 : 0x7fffffffffffffffll;
}

/* How often two loops run together, or 2^63 - 1 if that is less. */
[[raceproof::total]] long long __raceproof_omp_total(long long outer, long long inner)
{
  return inner && outer > 0x7fffffffffffffffll / inner ? 0x7fffffffffffffffll : outer * inner;
}

/* The number of an ordered loop among those that threads of the team may be in at the same time. */
[[raceproof::ordered_turn]] int __raceproof_omp_ordered_loop(int limit)
{
  if (ordered_loops >= limit)
    __raceproof_omp_many_ordered();
  return ordered_loops++;
}

[[raceproof::ordered]] void *__raceproof_omp_ordered(void)
{
  return &current()->ordered[__raceproof_omp_ordered_loop(8)];
}

/* An iteration without an ordered block lets the next one have its turn. */
[[raceproof::ordered_turn]] void __raceproof_omp_ordered_skip(void *counter, long long index, long long total, int passed)
{
  if (!passed) {
    __raceproof_ordered_enter(counter, index);
    __raceproof_ordered_exit(counter, index + 1 == total ? 0 : index + 1);
  }
}

[[raceproof::next_construct]] void __raceproof_omp_next_construct(void)
{
  meet(current());
  construct++;
}

/* A number that no other construct has, for works that are not of a team: lanes of a `simd` loop, tasks of a `taskloop`. */
[[raceproof::next_lanes]] long long __raceproof_omp_next_lanes(void)
{
  return __raceproof_thread_self() << 52 | ++lanes;
}

/* The mutex of a critical section for this thread's contention group. */
[[raceproof::group_lock]] void *__raceproof_omp_group_mutex(void *mutexes)
{
  struct team *here = current();
  if (here->league_number >= 63)
    __raceproof_omp_many_groups();
  return (char *)mutexes + (here->is_group ? 40 * (1 + here->league_number) : 0);
}

/* What keeps combinations apart that belong together: of tasks or of a region (0), of a league (1), of one construct of the team (2). Those of
   another construct do not wait for these: that is what barriers are for. */
static void *combination(struct team *here, int of)
{
  if (of == 1 && here->league)
    return here->league->reduction;
  return here->reduction + (of == 2 ? 5 * (1 + construct % TOLD_APART) : 0);
}

/* A construct combines or copies: others of the team may still be in one before it, and must not be mistaken for it. */
static void tell_apart(long long number)
{
  if (!combined)
    combined = number;
  if (number - combined >= TOLD_APART)
    __raceproof_omp_many_combinations();
}

[[raceproof::reduce_begin]] void __raceproof_omp_reduce_begin(int of)
{
  struct team *here = current();
  if (of == 2)
    tell_apart(construct);
  if (of == 1 || here->size > 1)
    __raceproof_mutex_lock(combination(here, of));
}

[[raceproof::reduce_end]] void __raceproof_omp_reduce_end(int of)
{
  struct team *here = current();
  if (of == 1 || here->size > 1)
    __raceproof_mutex_unlock(combination(here, of));
}

/* Whether a thread has read the first values of variables that the last iteration, or a combination, of a construct writes. */
static long long *copied_cell(struct team *here, int thread, long long number)
{
  return &here->copied[thread * TOLD_APART + number % TOLD_APART];
}

/* This thread has. Gives the number to wait for before the write. */
[[raceproof::copied]] long long __raceproof_omp_copied(void)
{
  struct team *here = current();
  long long number = construct + 1;
  if (here->size > 1) {
    tell_apart(number);
    __raceproof_event_set(copied_cell(here, self.number, number), number);
  }
  return number;
}

/* All threads of the team have. Nothing else is ordered by that. */
[[raceproof::copied]] void __raceproof_omp_all_copied(long long number)
{
  struct team *here = current();
  if (here->size > 1)
    for (int i = 0; i < here->size; i++)
      __raceproof_event_wait(copied_cell(here, i, number), number);
}

[[raceproof::publish]] void __raceproof_omp_publish(void *address)
{
  current()->published = address;
}

[[raceproof::publish]] void *__raceproof_omp_published(void)
{
  return current()->published;
}

/* What is not followed in all of its consequences, so that the coverage names it: 1 variables of reductions of tasks before the end of their group, 2 copies between
   host and device, 3 `cancel`, 4 what the environment sets, 5 that the program says how many regions may be inside of each other, 6 that it says how large
   teams are. */
[[raceproof::caveat]] void __raceproof_omp_caveat(int what) { }
[[raceproof::caveat]] void __raceproof_omp_keeps(int what) { }

/* Whether variables stay on the device, so that nobody knows what is copied; the front end sets it where the program has a call of the function above. */
[[raceproof::keeps]] const int __raceproof_omp_kept = 0;

/* Whether so many bytes are copied between host and device, by an update or not. */
[[raceproof::copies]] int __raceproof_omp_copies(long long bytes, int is_update)
{
  return bytes > 0 && (is_update || !__raceproof_omp_kept);
}

/* Tasks. */

[[raceproof::task_extra]] void __raceproof_omp_exclude(void *address)
{
  struct exclusion *found = exclusions;
  int at = exclude_count;
  while (found && found->address != address)
    found = found->next;
  if (!found) {
    found = calloc(1, sizeof *found);
    found->address = address;
    found->number = exclusions ? exclusions->number + 1 : 0;
    found->next = exclusions;
    exclusions = found;
  }
  for (int i = 0; i < exclude_count; i++)
    if (excludes[i] == found)
      return;
  if (exclude_count == 8)
    __raceproof_omp_many_exclusions();
  for (exclude_count++; at > 0 && excludes[at - 1]->number > found->number; at--)
    excludes[at] = excludes[at - 1];
  excludes[at] = found;
}

/* What few tasks have. */
struct extra {
  void *event;
  int exclusions;
  struct exclusion *excludes[8];
};

struct task {
  void (*body)(void *);
  struct self self;
  int takes_turn;
  struct extra *extra;
  long long context[];
};

static void run_body(struct task *task)
{
  if (task->takes_turn) {
    has_turn = 1;
    __raceproof_omp_take_turn();
    task->body(task->context);
    __raceproof_omp_give_turn();
    has_turn = 0;
  } else
    task->body(task->context);
}

/* The turn comes last: a task that waits for another to give up what excludes both does not have it. */
static void run_extra(struct task *task)
{
  struct extra *extra = task->extra;
  for (int i = 0; i < extra->exclusions; i++)
    __raceproof_mutex_lock(extra->excludes[i]->mutex);
  run_body(task);
  for (int i = extra->exclusions; i-- > 0;)
    __raceproof_mutex_unlock(extra->excludes[i]->mutex);
  if (extra->event)
    __raceproof_event_wait(extra->event, 1);
  free(extra);
}

static void *run_task(void *argument)
{
  struct task *task = argument;
  self = task->self;
  if (task->extra)
    run_extra(task);
  else
    run_body(task);
  free(task);
  return 0;
}

/* An event that a detachable task waits for at its end. */
[[raceproof::task_extra]] void *__raceproof_omp_event(void)
{
  return calloc(1, 8);
}

[[raceproof::routine]] void omp_fulfill_event(void *event)
{
  __raceproof_event_set(event, 1);
}

/* Room for what a task gets. */
[[raceproof::task_block]] void *__raceproof_omp_task_block(long size)
{
  struct task *task = calloc(1, sizeof(struct task) + size);
  return task->context;
}

/* Flags: 1 `if` is false, 2 `final` is true, 4 has dependences, 8 runs beside its maker even in a team of one. */
[[raceproof::task]] void __raceproof_omp_task(void (*body)(void *), void *context, long size, int flags, void *event)
{
  struct task *task = (struct task *)((char *)context - sizeof(struct task));
  struct team *team = self.team, *here = team ? team : &initial;
  int exclusions = exclude_count;
  if (exclusions)
    exclude_count = 0;
  int is_alone = here->size == 1 && !(flags & 8);
  if (!event && (self.in_final || is_alone && flags & 1)) {
    struct self outer = self;
    if (flags & 4) {
      __raceproof_omp_give_turn();
      __raceproof_task_await_depend();
      __raceproof_omp_take_turn();
    }
    self.in_final = self.in_final || flags & 2;
    self.in_task = 1;
    body(context);
    self = outer;
    free(task);
    return;
  }
  task->body = body;
  task->self = self;
  task->self.in_task = 1;
  if (!team)
    task->self.team = here;
  if (flags & 2)
    task->self.in_final = 1;
  if (!(flags & 1))
    task->self.is_deferred = 1;
  /* Whoever has nothing while it makes others is easier to follow. */
  if (is_alone) {
    task->takes_turn = 1;
    __raceproof_omp_give_turn();
    has_turn = 1;
  }
  if (event || exclusions) {
    struct extra *extra = task->extra = calloc(1, sizeof *extra);
    extra->event = event;
    extra->exclusions = exclusions;
    for (int i = 0; i < exclusions; i++)
      extra->excludes[i] = excludes[i];
  }
  long long handle = __raceproof_task_create(run_task, task);
  if (flags & 1)
    __raceproof_thread_join(handle);
  if (is_alone)
    __raceproof_omp_take_turn();
  /* What an undeferred one has made may be there still. */
  if (!has_tasks)
    has_tasks = 1;
}

/* The routines of omp.h. */

/* Any thread may run a deferred task, so that its number is open; and tasks of one thread do not run at the same time. Nobody writes this, and what a task reads
   from it is something of its thread: an engine finds out that it steers nothing, or it is a gap. */
[[raceproof::any_thread]] _Thread_local int __raceproof_omp_any_thread;

static int is_anybody(void)
{
  return self.is_deferred && current()->size > 1;
}

[[raceproof::thread_number]] int omp_get_thread_num(void)
{
  if (is_anybody())
    return __raceproof_omp_any_thread;
  return self.number;
}

[[raceproof::setting]] int omp_get_num_threads(void) { return current()->size; }
[[raceproof::setting]] int omp_get_max_threads(void) { return self.wanted_threads ? self.wanted_threads : __raceproof_omp_threads; }
[[raceproof::setting]] void omp_set_num_threads(int count) { __raceproof_omp_caveat(6); if (count > 0) self.wanted_threads = count; }
[[raceproof::setting]] int omp_get_num_procs(void) { return get_nprocs(); }
[[raceproof::setting]] int omp_in_parallel(void) { return current()->active > 0; }
[[raceproof::setting]] int omp_get_level(void) { return current()->level; }
[[raceproof::setting]] int omp_get_active_level(void) { return current()->active; }
[[raceproof::setting]] int omp_get_dynamic(void) { __raceproof_omp_caveat(4); return self.is_dynamic; }
[[raceproof::setting]] void omp_set_dynamic(int value) { self.is_dynamic = value != 0; }
[[raceproof::setting]] int omp_get_nested(void) { __raceproof_omp_caveat(4); return self.levels > 1; }
[[raceproof::setting]] void omp_set_nested(int value) { __raceproof_omp_caveat(5); self.levels = value ? 1 << 30 : 1; }
[[raceproof::setting]] int omp_get_max_active_levels(void) { __raceproof_omp_caveat(4); return self.levels; }
[[raceproof::setting]] void omp_set_max_active_levels(int value) { __raceproof_omp_caveat(5); if (value >= 0) self.levels = value; }
[[raceproof::routine]] int omp_get_supported_active_levels(void) { return 1 << 30; }
[[raceproof::setting]] int omp_get_thread_limit(void) { __raceproof_omp_caveat(4); return self.limit ? self.limit : 1 << 30; }
[[raceproof::routine]] int omp_get_cancellation(void) { __raceproof_omp_caveat(4); return 0; }
[[raceproof::routine]] int omp_in_final(void) { return self.in_final; }
[[raceproof::routine]] int omp_in_explicit_task(void) { return self.in_task; }

[[raceproof::member]] int omp_get_ancestor_thread_num(int level)
{
  struct team *at = current();
  int mine = self.number;
  if (level < 0 || level > at->level)
    return -1;
  if (level == at->level && is_anybody())
    return __raceproof_omp_any_thread;
  for (; at->level > level; at = at->parent)
    mine = at->number;
  return mine;
}

[[raceproof::setting]] int omp_get_team_size(int level)
{
  struct team *at = current();
  if (level < 0 || level > at->level)
    return -1;
  while (at->level > level)
    at = at->parent;
  return at->size;
}

[[raceproof::setting]] void omp_set_schedule(int kind, int chunk)
{
  self.schedule = (long long)kind << 32 | (chunk > 0 ? chunk : 0);
}

[[raceproof::routine]] void omp_get_schedule(int *kind, int *chunk)
{
  __raceproof_omp_caveat(4);
  *kind = self.schedule ? self.schedule >> 32 : 2;
  *chunk = self.schedule ? (int)self.schedule : 1;
}

[[raceproof::routine]] int omp_get_num_teams(void) { struct team *here = current(); return here->league ? here->league->teams : 1; }
[[raceproof::member]] int omp_get_team_num(void) { return current()->league_number; }
[[raceproof::routine]] int omp_get_max_teams(void) { __raceproof_omp_caveat(4); return wanted_teams; }
[[raceproof::routine]] void omp_set_num_teams(int count) { wanted_teams = count; }
[[raceproof::routine]] int omp_get_teams_thread_limit(void) { __raceproof_omp_caveat(4); return wanted_limit; }
[[raceproof::routine]] void omp_set_teams_thread_limit(int limit) { if (limit > 0) wanted_limit = limit; }
[[raceproof::routine]] int omp_get_max_task_priority(void) { __raceproof_omp_caveat(4); return 0; }

/* The host is the only device. */
[[raceproof::routine]] int omp_is_initial_device(void) { __raceproof_omp_caveat(4); return 1; }
[[raceproof::routine]] int omp_get_initial_device(void) { return 0; }
[[raceproof::routine]] int omp_get_device_num(void) { return 0; }
[[raceproof::routine]] int omp_get_default_device(void) { __raceproof_omp_caveat(4); return 0; }
[[raceproof::routine]] void omp_set_default_device(int device) { }
[[raceproof::routine]] int omp_get_num_devices(void) { __raceproof_omp_caveat(4); return 0; }
[[raceproof::routine]] void *omp_target_alloc(bytes_t bytes, int device) { return malloc(bytes); }
[[raceproof::routine]] void omp_target_free(void *pointer, int device) { free(pointer); }
[[raceproof::routine]] int omp_target_is_present(const void *pointer, int device) { return 1; }
[[raceproof::routine]] int omp_target_is_accessible(const void *pointer, bytes_t bytes, int device) { return 1; }
[[raceproof::routine]] void *omp_get_mapped_ptr(const void *pointer, int device) { return (void *)pointer; }
/* What the host has is not associated with anything: EINVAL. */
[[raceproof::routine]] int omp_target_associate_ptr(const void *host, const void *device, bytes_t bytes, bytes_t offset, int number) { return 22; }
[[raceproof::routine]] int omp_target_disassociate_ptr(const void *pointer, int device) { return 22; }

[[raceproof::routine]] int omp_target_memcpy(void *to, const void *from, bytes_t bytes, bytes_t to_offset, bytes_t from_offset, int to_device, int from_device)
{
  memcpy((char *)to + to_offset, (const char *)from + from_offset, bytes);
  return 0;
}

[[raceproof::routine]] int omp_target_memcpy_rect(void *to, const void *from, bytes_t element, int dimensions, const bytes_t *volume, const bytes_t *to_offsets,
                           const bytes_t *from_offsets, const bytes_t *to_sizes, const bytes_t *from_sizes, int to_device, int from_device)
{
  bytes_t to_slice = element, from_slice = element;
  if (!to && !from)
    return 0x7fffffff;
  for (int i = 1; i < dimensions; i++) {
    to_slice *= to_sizes[i];
    from_slice *= from_sizes[i];
  }
  char *into = (char *)to + to_slice * to_offsets[0];
  const char *out_of = (const char *)from + from_slice * from_offsets[0];
  if (dimensions == 1) {
    memcpy(into, out_of, element * volume[0]);
    return 0;
  }
  for (bytes_t i = 0; i < volume[0]; i++)
    omp_target_memcpy_rect(into + i * to_slice, out_of + i * from_slice, element, dimensions - 1, volume + 1, to_offsets + 1,
                           from_offsets + 1, to_sizes + 1, from_sizes + 1, to_device, from_device);
  return 0;
}

/* Threads are bound to nothing, and there is nothing to tell about it. */
[[raceproof::routine]] void omp_display_affinity(const char *format) { }

[[raceproof::routine]] bytes_t omp_get_affinity_format(char *buffer, bytes_t bytes)
{
  if (bytes)
    *buffer = 0;
  return 0;
}

[[raceproof::routine]] bytes_t omp_capture_affinity(char *buffer, bytes_t bytes, const char *format) { return omp_get_affinity_format(buffer, bytes); }

/* Memory is memory, whatever the allocator. */
[[raceproof::memory]] void *omp_alloc(bytes_t bytes, bytes_t allocator) { return malloc(bytes); }
[[raceproof::memory]] void *omp_calloc(bytes_t count, bytes_t bytes, bytes_t allocator) { return calloc(count, bytes); }
[[raceproof::memory]] void *omp_aligned_alloc(bytes_t align, bytes_t bytes, bytes_t allocator) { return aligned_alloc(align, bytes); }
[[raceproof::memory]] void *omp_aligned_calloc(bytes_t align, bytes_t count, bytes_t bytes, bytes_t allocator)
{
  void *block = aligned_alloc(align, count * bytes);
  return block ? memset(block, 0, count * bytes) : block;
}
[[raceproof::memory]] void *omp_realloc(void *memory, bytes_t bytes, bytes_t allocator, bytes_t of) { return realloc(memory, bytes); }
[[raceproof::memory]] void omp_free(void *memory, bytes_t allocator) { free(memory); }
[[raceproof::routine]] bytes_t omp_init_allocator(bytes_t space, int count, const void *traits) { return 16; }
[[raceproof::routine]] void omp_destroy_allocator(bytes_t allocator) { }
[[raceproof::routine]] void omp_set_default_allocator(bytes_t allocator) { self.allocator = allocator; }
[[raceproof::routine]] bytes_t omp_get_default_allocator(void) { __raceproof_omp_caveat(4); return self.allocator; }

[[raceproof::routine]] void omp_display_env(int verbose) { }
[[raceproof::routine]] int omp_pause_resource_all(int kind) { return 0; }
[[raceproof::routine]] int omp_pause_resource(int kind, int device) { return 0; }
[[raceproof::routine]] int omp_get_proc_bind(void) { __raceproof_omp_caveat(4); return 0; }
[[raceproof::routine]] int omp_get_num_places(void) { __raceproof_omp_caveat(4); return 0; }
[[raceproof::routine]] int omp_get_place_num(void) { __raceproof_omp_caveat(4); return -1; }
[[raceproof::routine]] int omp_get_partition_num_places(void) { __raceproof_omp_caveat(4); return 0; }
[[raceproof::routine]] int omp_get_place_num_procs(int place) { return 0; }

/* Simple locks are modelled directly, by a spin lock in each of their words. */

/* Nestable ones by a recursive mutex, which has the task as its owner. */
struct nest_lock {
  long long mutex[5];
  long long count;
};

[[raceproof::routine]] void omp_init_nest_lock(void *lock)
{
  struct nest_lock *nest = lock;
  __raceproof_mutex_init(nest->mutex, 1);
  nest->count = 0;
}

[[raceproof::routine]] void omp_init_nest_lock_with_hint(void *lock, int hint) { omp_init_nest_lock(lock); }
[[raceproof::routine]] void omp_destroy_nest_lock(void *lock) { __raceproof_mutex_destroy(lock); }

/* It has one state, whereas the teams of a league do not exclude each other. */
static struct nest_lock *nest_of(void *lock)
{
  if (current()->is_group)
    __raceproof_omp_nest_league();
  return lock;
}

[[raceproof::routine]] void omp_set_nest_lock(void *lock)
{
  struct nest_lock *nest = nest_of(lock);
  __raceproof_mutex_lock(nest->mutex);
  nest->count++;
}

[[raceproof::routine]] void omp_unset_nest_lock(void *lock)
{
  struct nest_lock *nest = lock;
  nest->count--;
  __raceproof_mutex_unlock(nest->mutex);
}

[[raceproof::routine]] int omp_test_nest_lock(void *lock)
{
  struct nest_lock *nest = nest_of(lock);
  if (__raceproof_mutex_trylock(nest->mutex))
    return 0;
  return (int)++nest->count;
}
