// Safe: the counter is counted by instructions with `lock`.
#include <pthread.h>

static int count;

static void *work(void *arg) {
  asm volatile("lock; incl %0" : "+m"(count) : : "memory");
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return count - 2;
}
