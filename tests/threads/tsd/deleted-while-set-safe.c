// A key without a destructor is deleted while another thread still has a value of it.
#include <pthread.h>
#include <semaphore.h>

pthread_key_t key;
int x;
sem_t done;

void *use(void *arg) {
  pthread_setspecific(key, &x);
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, use, NULL);
  sem_wait(&done);
  pthread_key_delete(key);
  pthread_join(thread, NULL);
  return 0;
}
