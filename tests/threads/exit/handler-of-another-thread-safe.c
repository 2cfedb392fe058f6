// The handler that another thread may add uses a variable that no thread uses.
#include <pthread.h>
#include <stdlib.h>

int x, y;

void handle(void) {
  y++;
}

void *add(void *arg) {
  atexit(handle);
  return arg;
}

void *use(void *arg) {
  x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, use, NULL);
  return 0;
}
