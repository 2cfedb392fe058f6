/* Blocks of memory that come and go, and functions that access many bytes at once. A block that is given back
   ends: what is there afterwards is another variable. */
#define _GNU_SOURCE
#include "recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static void *made(void *block) {
    rr_new_segment();
    return block;
}

void *malloc(size_t n) { return made(__libc_malloc(n)); }
void *calloc(size_t n, size_t size) { return made(__libc_calloc(n, size)); }
void *memalign(size_t to, size_t n) { return made(__libc_memalign(to, n)); }
void *aligned_alloc(size_t to, size_t n) { return made(__libc_memalign(to, n)); }

int posix_memalign(void **result, size_t to, size_t n) {
    if (to % sizeof(void *) != 0 || (to & (to - 1)) != 0 || to == 0) return EINVAL;
    void *block = __libc_memalign(to, n);
    if (!block) return ENOMEM;
    *result = made(block);
    return 0;
}

void free(void *p) {
    if (p && self) rr_sized(FREE, (uint64_t)p, malloc_usable_size(p), CALLER);
    __libc_free(p);
}

void *realloc(void *p, size_t n) {
    /* Where the block stays it is another one nevertheless, as it may move next time. */
    if (p && self) rr_sized(FREE, (uint64_t)p, malloc_usable_size(p), CALLER);
    return made(__libc_realloc(p, n));
}

#define NEXT(name)                                                            \
    static __typeof__(&name) real;                                            \
    if (__builtin_expect(!real, 0)) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int munmap(void *p, size_t n) {
    NEXT(munmap);
    rr_sized(FREE, (uint64_t)p, n, CALLER);
    return real(p, n);
}

/* Byte by byte as long as the C library has not been found: it calls these functions to look for it. */
static void *copied(void *to, const void *from, size_t n) {
    static void *(*real)(void *, const void *, size_t);
    if (__builtin_expect(!real, 0)) {
        if (!self) {
            if ((uintptr_t)to <= (uintptr_t)from) {
                for (size_t i = 0; i < n; i++) {
                    ((volatile char *)to)[i] = ((const volatile char *)from)[i];
                }
            } else {
                while (n--) ((volatile char *)to)[n] = ((const volatile char *)from)[n];
            }
            return to;
        }
        real = (void *(*)(void *, const void *, size_t))dlsym(RTLD_NEXT, "memmove");
    }
    return real(to, from, n);
}

static void *filled(void *to, int value, size_t n) {
    static void *(*real)(void *, int, size_t);
    if (__builtin_expect(!real, 0)) {
        if (!self) {
            for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = (char)value;
            return to;
        }
        real = (void *(*)(void *, int, size_t))dlsym(RTLD_NEXT, "memset");
    }
    return real(to, value, n);
}

#define COPY(name)                                                            \
    void *name(void *to, const void *from, size_t n) {                        \
        rr_range((uint64_t)from, n, 0, CALLER);                               \
        rr_range((uint64_t)to, n, 1, CALLER);                                 \
        return copied(to, from, n);                                           \
    }
#define FILL(name)                                                            \
    void *name(void *to, int value, size_t n) {                               \
        rr_range((uint64_t)to, n, 1, CALLER);                                 \
        return filled(to, value, n);                                          \
    }
COPY(memcpy)
COPY(memmove)
FILL(memset)
COPY(__tsan_memcpy)
COPY(__tsan_memmove)
FILL(__tsan_memset)

ssize_t read(int file, void *to, size_t n) {
    NEXT(read);
    ssize_t got = real(file, to, n);
    if (got > 0) rr_range((uint64_t)to, (uint64_t)got, 1, CALLER);
    return got;
}

ssize_t write(int file, const void *from, size_t n) {
    NEXT(write);
    rr_range((uint64_t)from, n, 0, CALLER);
    return real(file, from, n);
}

size_t fread(void *to, size_t size, size_t n, FILE *file) {
    NEXT(fread);
    size_t got = real(to, size, n, file);
    rr_range((uint64_t)to, got * size, 1, CALLER);
    return got;
}

size_t fwrite(const void *from, size_t size, size_t n, FILE *file) {
    NEXT(fwrite);
    rr_range((uint64_t)from, n * size, 0, CALLER);
    return real(from, size, n, file);
}

void *dlopen(const char *name, int flags) {
    NEXT(dlopen);
    void *library = real(name, flags);
    if (library && self) rr_maps();
    return library;
}
