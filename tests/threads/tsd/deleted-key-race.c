// A key is deleted while another thread may use it.
#include <pthread.h>

pthread_key_t key;
int x;

void *forget(void *arg) {
  pthread_key_delete(key); //~ RACE
  return arg;
}

void *use(void *arg) {
  pthread_setspecific(key, &x); //~ RACE
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_create(&a, NULL, forget, NULL);
  pthread_join(b, NULL);
  pthread_join(a, NULL);
  return 0;
}
