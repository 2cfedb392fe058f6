/* The file, its windows, the clock, and how events are written. */
#define _GNU_SOURCE
#include "recorder.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct header {
    char magic[8];
    uint32_t version, window;
    /* How many windows have been given away. */
    uint64_t windows, limit;
    /* Set if the limit was reached: what follows is not recorded. */
    uint64_t is_full;
};

__thread struct thread *rr_self __attribute__((tls_model("initial-exec"), visibility("hidden")));

static uint64_t clock_now __attribute__((aligned(64)));
static uint32_t threads __attribute__((aligned(64)));
static struct header *header;
static int file = -1;
static uint64_t file_size;
static int growing;

/* Gives a new window, or nothing where the file may grow no more. */
static uint8_t *window(uint32_t owner, uint32_t kind) {
    if (!header || __atomic_load_n(&header->is_full, __ATOMIC_RELAXED)) return NULL;
    uint64_t number = __atomic_fetch_add(&header->windows, 1, __ATOMIC_RELAXED);
    uint64_t start = HEADER + number * WINDOW, end = start + WINDOW;
    int fits = end <= header->limit;
    if (fits) {
        while (__atomic_exchange_n(&growing, 1, __ATOMIC_ACQUIRE)) usleep(1);
        if (end > file_size) {
            uint64_t size = end + 63 * (uint64_t)WINDOW;
            fits = ftruncate(file, (off_t)size) == 0;
            if (fits) file_size = size;
        }
        __atomic_store_n(&growing, 0, __ATOMIC_RELEASE);
    }
    uint8_t *bytes = MAP_FAILED;
    if (fits) bytes = mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)start);
    if (bytes == MAP_FAILED) {
        __atomic_store_n(&header->is_full, 1, __ATOMIC_RELAXED);
        return NULL;
    }
    memcpy(bytes + 4, &kind, 4);
    memcpy(bytes, &owner, 4);
    return bytes;
}

/* Sees to it that an event fits. */
static int room(struct thread *t) {
    if (__builtin_expect(t->at + LONGEST <= t->limit, 1)) return 1;
    if (t->window) munmap(t->window, WINDOW);
    t->window = t->at = t->limit = NULL;
    uint8_t *bytes = window(t->number + 1, 0);
    if (!bytes) return 0;
    t->window = bytes;
    t->at = bytes + WINDOW_HEADER;
    t->limit = bytes + WINDOW;
    /* A window is read on its own. */
    t->time = t->address = t->place = 0;
    return 1;
}

static inline uint8_t *number(uint8_t *at, uint64_t n) {
    while (n >= 0x80) {
        *at++ = (uint8_t)(n | 0x80);
        n >>= 7;
    }
    *at++ = (uint8_t)n;
    return at;
}

static inline uint8_t *difference(uint8_t *at, uint64_t now, uint64_t before) {
    int64_t d = (int64_t)(now - before);
    return number(at, ((uint64_t)d << 1) ^ (uint64_t)(d >> 63));
}

HIDDEN uint64_t rr_now(void) { return __atomic_load_n(&clock_now, __ATOMIC_RELAXED); }

/* The tag is written last: a process that ends in between leaves an end there. */
HIDDEN void rr_access(struct thread *t, uint64_t address, uint64_t size, unsigned tag, uint64_t place) {
    if (!room(t)) return;
    uint8_t *at = t->at;
    uint64_t now = rr_now();
    if (now != t->time) {
        uint8_t *end = number(at + 1, now - t->time);
        t->time = now;
        *at = TIME;
        at = end;
    }
    uint8_t *end = difference(at + 1, address, t->address);
    t->address = address;
    if (tag & RANGE) end = number(end, size);
    if (place == t->place) tag |= SAME_PLACE;
    else end = difference(end, place, t->place);
    t->place = place;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    *at = (uint8_t)tag;
    t->at = end;
}

HIDDEN void rr_new_segment(void) {
    struct thread *t = self;
    if (t && ++t->segment == SEGMENTS) {
        memset(t->cache, 0, sizeof t->cache);
        t->segment = 1;
    }
}

static void synchronise(enum tag tag, uint64_t operand, uint64_t size, uint64_t place) {
    struct thread *t = self;
    if (!room(t)) return;
    uint64_t now = __atomic_fetch_add(&clock_now, 1, __ATOMIC_SEQ_CST);
    uint8_t *at = t->at;
    uint8_t *end = number(at + 1, now - t->time);
    end = difference(end, operand, t->address);
    if (tag >= ATOMIC_LOAD) end = number(end, size);
    end = difference(end, place, t->place);
    t->address = operand;
    t->place = place;
    t->time = now + 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    *at = (uint8_t)tag;
    t->at = end;
    rr_new_segment();
}

HIDDEN void rr_sync_entered(enum tag tag, uint64_t operand, uint64_t place) { synchronise(tag, operand, 0, place); }

HIDDEN void rr_sized_entered(enum tag tag, uint64_t operand, uint64_t size, uint64_t place) {
    synchronise(tag, operand, size, place);
}

HIDDEN void rr_sync(enum tag tag, uint64_t operand, uint64_t place) {
    if (!enter()) return;
    synchronise(tag, operand, 0, place);
    leave();
}

HIDDEN void rr_sized(enum tag tag, uint64_t operand, uint64_t size, uint64_t place) {
    if (!enter()) return;
    synchronise(tag, operand, size, place);
    leave();
}

HIDDEN uint32_t rr_new_thread(void) { return __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED); }

HIDDEN void rr_begin(uint32_t number) {
    if (!header) return;
    struct thread *t =
        mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (t == MAP_FAILED) return;
    t->number = number;
    t->segment = 1;
    t->load_time = UINT64_MAX;
    self = t;
}

HIDDEN void rr_end(void) {
    struct thread *t = self;
    if (!t) return;
    self = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (t->window) munmap(t->window, WINDOW);
    munmap(t, sizeof *t);
}

HIDDEN void rr_maps(void) {
    if (!header) return;
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    uint8_t *bytes = maps < 0 ? NULL : window(1, 1);
    if (bytes) {
        uint32_t length = 0;
        ssize_t n;
        while ((n = read(maps, bytes + WINDOW_HEADER + length, WINDOW - WINDOW_HEADER - length)) > 0)
            length += (uint32_t)n;
        memcpy(bytes + 8, &length, 4);
        munmap(bytes, WINDOW);
    }
    if (maps >= 0) close(maps);
}

/* A child that the process forks is another program. */
static void in_child(void) {
    self = NULL;
    header = NULL;
}

HIDDEN void rr_start(void) {
    static int is_started;
    if (is_started) return;
    is_started = 1;
    rr_threads_start();
    const char *name = getenv("RACEPROOF_RECORD");
    if (!name) return;
    /* The first process that comes is the one to be recorded. */
    file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return;
    file_size = HEADER;
    if (ftruncate(file, HEADER) != 0) return;
    struct header *h = mmap(NULL, HEADER, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (h == MAP_FAILED) return;
    const char *limit = getenv("RACEPROOF_RECORD_LIMIT");
    h->limit = limit ? strtoull(limit, NULL, 10) : (uint64_t)4 << 30;
    h->version = 1;
    h->window = WINDOW;
    memcpy(h->magic, "RPRECORD", 8);
    header = h;
    rr_maps();
    pthread_atfork(NULL, NULL, in_child);
    rr_begin(rr_new_thread());
}
