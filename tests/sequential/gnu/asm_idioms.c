/* The usual idioms of x86, with the constraints that headers have. */
#include <stdint.h>
#include <stdio.h>

static int fetch_add(volatile int *p, int add) {
  __asm__ volatile("lock; xaddl %0, %1;" : "+r"(add) : "m"(*p) : "memory");
  return add;
}

static unsigned long compare_set(volatile unsigned long *lock, unsigned long old, unsigned long set) {
  unsigned char res;
  __asm__ volatile("    lock;             "
                   "    cmpxchgq  %3, %1;   "
                   "    sete      %0;       "
                   : "=a"(res)
                   : "m"(*lock), "a"(old), "r"(set)
                   : "cc", "memory");
  return res;
}

static int compare_swap(int *p, int old, int new) {
  int prev;
  asm volatile("lock\n\tcmpxchgl %2, %1" : "=a"(prev), "+m"(*p) : "r"(new), "0"(old) : "memory");
  return prev;
}

static _Bool compare_flag(int *p, int old, int new) {
  _Bool z;
  asm volatile("lock cmpxchgl %3, %0" : "+m"(*p), "=@ccz"(z), "+a"(old) : "r"(new) : "memory");
  return z;
}

static void *swap(void **p, void *new) {
  asm volatile("xchgq %0, %1" : "=r"(new), "+m"(*p) : "0"(new) : "memory");
  return new;
}

static unsigned char test_set(unsigned char *p) {
  unsigned char old;
  asm volatile("xchgb %0, %1" : "=q"(old), "=m"(*p) : "0"((unsigned char)0xff), "m"(*p) : "memory");
  return old;
}

static int dec_is_zero(int *p) {
  unsigned char c;
  asm volatile("lock; decl %0; sete %1" : "+m"(*p), "=qm"(c) : : "memory");
  return c != 0;
}

static int add_negative(int i, int *p) {
  unsigned char c;
  asm volatile("lock addl %2,%0\n\tsets %1" : "+m"(*p), "=qm"(c) : "ir"(i) : "memory");
  return c;
}

static int set_bit(long at, unsigned long *bits) {
  int old;
  asm volatile("lock; btsq %2,%1\n\tsbbl %0,%0" : "=r"(old), "+m"(*bits) : "Ir"(at) : "memory");
  return old;
}

static _Bool clear_bit(unsigned long *bits, unsigned at) {
  _Bool old;
  asm volatile("lock btrl %2, %1; setc %0" : "=q"(old), "+m"(*(unsigned *)bits) : "r"(at) : "memory", "cc");
  return old;
}

static uint32_t swapped(uint32_t x) {
  asm("bswap %0" : "+r"(x));
  return x;
}

static unsigned long highest(unsigned long x) {
  unsigned long at;
  asm("bsrq %1,%0" : "=r"(at) : "rm"(x));
  return at;
}

static int lowest(int x) {
  int at;
  __asm__("bsfl %1, %0" : "=r"(at) : "r"(x) : "cc");
  return at;
}

static unsigned rotated(unsigned x) {
  asm("roll $8, %0" : "+r"(x) : : "cc");
  return x;
}

static int load(const int *p) {
  int r;
  asm volatile("movl %1, %0" : "=q"(r) : "m"(*p) : "memory");
  return r;
}

static void store(int *p, int v) { asm volatile("movl %1, %0" : "=m"(*p) : "iq"(v) : "memory"); }

int main(void) {
  int n = 40;
  printf("%d %d\n", fetch_add(&n, 2), n);
  unsigned long word = 7;
  printf("%lu %lu\n", compare_set(&word, 7, 9), compare_set(&word, 7, 11));
  printf("%lu\n", word);
  printf("%d %d %d\n", compare_swap(&n, 42, 50), compare_swap(&n, 42, 60), n);
  printf("%d %d %d\n", compare_flag(&n, 50, 51), compare_flag(&n, 50, 52), n);
  int a, b;
  void *pointer = &a;
  void *old = swap(&pointer, &b);
  printf("%d %d\n", old == &a, pointer == &b);
  unsigned char lock = 0;
  printf("%d %d\n", test_set(&lock), test_set(&lock));
  n = 2;
  printf("%d %d %d\n", dec_is_zero(&n), dec_is_zero(&n), n);
  printf("%d %d %d\n", add_negative(-5, &n), add_negative(6, &n), n);
  unsigned long bits[3] = {0};
  int first = set_bit(70, bits), second = set_bit(70, bits);
  printf("%d %d %lx\n", first, second, bits[1]);
  bits[0] = 9;
  printf("%d %d %lx\n", clear_bit(bits, 3), clear_bit(bits, 3), bits[0]);
  printf("%x %lu %d %x\n", swapped(0x11223344), highest(1ul << 40), lowest(96), rotated(0x12345678));
  store(&n, 12);
  printf("%d\n", load(&n));
  asm volatile("lock; incl %0" : "+m"(n));
  asm volatile("lock; orl $64,%0" : "+m"(n) : : "memory", "cc");
  asm volatile("lock andl %1,%0" : "=m"(n) : "r"(~1), "m"(n));
  asm volatile("addl %1, %0" : "+r"(n) : "g"(100));
  printf("%d\n", n);
  asm volatile("pause" ::: "memory");
  asm volatile("rep; nop");
  asm volatile("mfence" ::: "memory");
  return 0;
}
