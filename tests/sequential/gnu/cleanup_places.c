/* The attribute `cleanup` wherever a declaration may have it, and on what a `for` declares. */
#include <stdio.h>
struct s { int a; };
static void done(struct s *p) { printf("done %d\n", p->a); }
static void bye(char **p) { printf("bye %s\n", *p); }
int main(void) {
  struct s __attribute__((cleanup(done))) x = {1};
  __attribute__((cleanup(done))) struct s y = {2};
  struct s z __attribute__((cleanup(done))) = {3};
  char *str __attribute__((cleanup(bye))) = "one", *two = "two";
  char *__attribute__((cleanup(bye))) q = "three";
  __attribute__((cleanup(bye))) char *a = "a", *b = "b";
  for (char *i __attribute__((cleanup(bye))) = "loop"; *i; i++) { char *k __attribute__((cleanup(bye))) = "k"; if (*i == 'o') break; }
  return 0;
}
