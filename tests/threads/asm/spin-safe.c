// Safe: a spin lock of xchg, and of a mov that clobbers memory.
#include <pthread.h>

static volatile unsigned lock;
static int shared;

static unsigned exchange(volatile unsigned *p, unsigned v) {
  asm volatile("xchgl %0, %1" : "=r"(v), "+m"(*p) : "0"(v) : "memory");
  return v;
}

static void *work(void *arg) {
  while (exchange(&lock, 1))
    asm volatile("pause");
  shared++;
  asm volatile("movl %1, %0" : "=m"(lock) : "r"(0) : "memory");
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return shared - 2;
}
