// A key is deleted while another thread ends, which may call the destructor or not.
#include <pthread.h>
#include <semaphore.h>

pthread_key_t key;
int x;
void forget(void *p) { *(int *)p = 0; }
sem_t done;

void *use(void *arg) {
  pthread_setspecific(key, &x);
  sem_post(&done);
  return arg; //~ RACE
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_key_create(&key, forget);
  pthread_create(&thread, NULL, use, NULL);
  sem_wait(&done);
  pthread_key_delete(key); //~ RACE
  pthread_join(thread, NULL);
  return 0;
}
