// One thread meets the end of standard input, which another then finds.
#include <pthread.h>
#include <stdio.h>

int x;

void *look(void *arg) {
  if (feof(stdin))
    x++; //~ RACE
  return arg;
}

void *take(void *arg) {
  getchar();
  return arg;
}

void *use(void *arg) {
  x++; //~ RACE
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, look, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_create(&c, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
