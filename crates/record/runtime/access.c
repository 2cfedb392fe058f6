/* What compiled code calls for its accesses: the interface of -fsanitize=thread. */
#include "recorder.h"

HIDDEN void rr_access(struct thread *t, uint64_t address, uint64_t size, unsigned tag, uint64_t place);

/* The same address, size and segment; the lowest bit but twelve says that it writes. */
#define KEY(address, log, segment) ((address) << 16 | (uint64_t)(log) << 13 | (segment))
#define WROTE (1u << 12)

static void missed(struct thread *t, uint64_t address, unsigned log, int writes, uint64_t place) {
    if (!enter()) return;
    rr_access(t, address, 0, ACCESS | (writes ? WRITES : 0) | log, place);
    leave();
}

static inline __attribute__((always_inline)) void accessed(uint64_t address, unsigned log, int writes, uint64_t place) {
    struct thread *t = self;
    if (!t) return;
    uint64_t key = KEY(address, log, t->segment);
    uint64_t *entry = &t->cache[(address ^ address >> 13) & (CACHED - 1)];
    uint64_t old = *entry;
    if (writes ? old == (key | WROTE) : (old | WROTE) == (key | WROTE)) return;
    if (t->busy) return;
    *entry = writes ? key | WROTE : key;
    missed(t, address, log, writes, place);
}

HIDDEN void rr_range(uint64_t address, uint64_t size, int writes, uint64_t place) {
    struct thread *t = self;
    if (!t || !size || !enter()) return;
    rr_access(t, address, size, ACCESS | RANGE | (writes ? WRITES : 0), place);
    leave();
}

#define SIZE(bytes, log)                                                                                  \
    void __tsan_read##bytes(void *p) { accessed((uint64_t)p, log, 0, CALLER); }                          \
    void __tsan_write##bytes(void *p) { accessed((uint64_t)p, log, 1, CALLER); }                         \
    void __tsan_unaligned_read##bytes(void *p) { accessed((uint64_t)p, log, 0, CALLER); }                \
    void __tsan_unaligned_write##bytes(void *p) { accessed((uint64_t)p, log, 1, CALLER); }               \
    void __tsan_volatile_read##bytes(void *p) { accessed((uint64_t)p, log, 0, CALLER); }                 \
    void __tsan_volatile_write##bytes(void *p) { accessed((uint64_t)p, log, 1, CALLER); }                \
    void __tsan_unaligned_volatile_read##bytes(void *p) { accessed((uint64_t)p, log, 0, CALLER); }       \
    void __tsan_unaligned_volatile_write##bytes(void *p) { accessed((uint64_t)p, log, 1, CALLER); }      \
    void __tsan_read_write##bytes(void *p) {                                                             \
        accessed((uint64_t)p, log, 0, CALLER);                                                           \
        accessed((uint64_t)p, log, 1, CALLER);                                                           \
    }                                                                                                    \
    void __tsan_unaligned_read_write##bytes(void *p) {                                                   \
        accessed((uint64_t)p, log, 0, CALLER);                                                           \
        accessed((uint64_t)p, log, 1, CALLER);                                                           \
    }

SIZE(1, 0)
SIZE(2, 1)
SIZE(4, 2)
SIZE(8, 3)
SIZE(16, 4)

void __tsan_read_range(void *p, unsigned long n) { rr_range((uint64_t)p, n, 0, CALLER); }
void __tsan_write_range(void *p, unsigned long n) { rr_range((uint64_t)p, n, 1, CALLER); }
void __tsan_vptr_read(void **p) { accessed((uint64_t)p, 3, 0, CALLER); }

void __tsan_vptr_update(void **p, void *value) {
    /* Constructors of a base class and destructors write what is there already. */
    if (*p != value) accessed((uint64_t)p, 3, 1, CALLER);
}

void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}
void __tsan_init(void) { rr_start(); }

__attribute__((constructor(101))) static void start(void) { rr_start(); }
