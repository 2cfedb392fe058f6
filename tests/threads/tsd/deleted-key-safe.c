// The thread that uses the key has ended before the key is deleted.
#include <pthread.h>

pthread_key_t key;
int x;

void *forget(void *arg) {
  pthread_key_delete(key);
  return arg;
}

void *use(void *arg) {
  pthread_setspecific(key, &x);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_key_create(&key, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(b, NULL);
  pthread_create(&a, NULL, forget, NULL);
  pthread_join(a, NULL);
  return 0;
}
