/* What the parts of the recorder share. `crates/trace/src/recording.rs` reads what it writes, and says what
   the bytes mean.

   A thread writes its events to a window of the file that is mapped into memory, so what was written is in the
   file however the process ends. A window holds events of one thread only.

   The clock orders what threads do. It is advanced by each synchronisation, which so has a moment of its own;
   everything else happens between two of these. */
#ifndef RACEPROOF_RECORDER_H
#define RACEPROOF_RECORDER_H

#include <stdint.h>
#include <stddef.h>

#define WINDOW (1u << 18)
#define HEADER 4096u
#define WINDOW_HEADER 16u
/* The longest event: a tag, a byte, and three numbers of ten bytes. */
#define LONGEST 48u
#define CACHED (1u << 13)
#define SEGMENTS (1u << 12)

enum tag {
    END = 0,
    TIME,
    ACQUIRE,
    RELEASE,
    FORK,
    JOIN,
    RECEIVE,
    SEND,
    RECEIVE_READERS,
    SEND_READERS,
    ATOMIC_LOAD,
    ATOMIC_STORE,
    ATOMIC_UPDATE,
    FREE,
    FRESH,
    ACCESS = 0x80
};

/* Bits of the tag of an access; the lowest three are the logarithm of its size. */
#define WRITES 0x40
#define RANGE 0x20
#define SAME_PLACE 0x10

struct thread {
    uint8_t *at, *limit;
    /* The last moment that was written, and the last address and place: the next ones are differences. */
    uint64_t time, address, place;
    uint8_t *window;
    /* Accesses that the thread repeats without synchronising in between are left out. */
    uint32_t segment;
    uint32_t number;
    /* An event is being written: a signal handler that runs now is not recorded. */
    volatile int busy;
    int last_rounds;
    /* The atomic load that was recorded last, and when. */
    uint64_t load, load_time;
    uint64_t cache[CACHED];
};

extern __thread struct thread *rr_self __attribute__((tls_model("initial-exec"), visibility("hidden")));
#define self rr_self

#define HIDDEN __attribute__((visibility("hidden")))
#define CALLER ((uint64_t)__builtin_return_address(0))

/* Begins to write an event, if this thread is recorded. */
static inline int enter(void) {
    if (!self || self->busy) return 0;
    self->busy = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return 1;
}

static inline void leave(void) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (self) self->busy = 0;
}

/* A synchronisation of the calling thread, now. */
HIDDEN void rr_sync(enum tag tag, uint64_t operand, uint64_t place);
/* The same within `enter` and `leave`. */
HIDDEN void rr_sync_entered(enum tag tag, uint64_t operand, uint64_t place);
/* The same with a size. */
HIDDEN void rr_sized(enum tag tag, uint64_t operand, uint64_t size, uint64_t place);
HIDDEN void rr_range(uint64_t address, uint64_t size, int writes, uint64_t place);
/* Accesses from now on are not taken for repeated ones. */
HIDDEN void rr_new_segment(void);
HIDDEN uint64_t rr_now(void);
HIDDEN uint32_t rr_new_thread(void);
/* The calling thread is recorded from now on. */
HIDDEN void rr_begin(uint32_t number);
HIDDEN void rr_end(void);
HIDDEN void rr_start(void);
HIDDEN void rr_threads_start(void);
/* Which code is mapped where. */
HIDDEN void rr_maps(void);

#endif
