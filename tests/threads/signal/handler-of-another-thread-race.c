// The handler that another thread installs runs in the thread that raises the signal.
#include <pthread.h>
#include <signal.h>

int x, y;

void handle(int number) {
  (void)number;
  x++; //~ RACE
}

void *send(void *arg) {
  raise(SIGUSR1);
  return arg;
}

void *install(void *arg) {
  signal(SIGUSR1, handle);
  return arg;
}

void *use(void *arg) {
  x++; //~ RACE
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  signal(SIGUSR1, SIG_IGN);
  pthread_create(&a, NULL, send, NULL);
  pthread_create(&b, NULL, install, NULL);
  pthread_create(&c, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
