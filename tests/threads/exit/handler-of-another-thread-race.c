// The handler runs in main if the other thread adds it before main returns.
#include <pthread.h>
#include <stdlib.h>

int x, y;

void handle(void) {
  x++; //~ RACE
}

void *add(void *arg) {
  atexit(handle);
  return arg;
}

void *use(void *arg) {
  x++; //~ RACE
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, use, NULL);
  return 0;
}
