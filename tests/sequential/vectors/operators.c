/* Operators on vectors work on each element; a number beside a vector stands for equal elements. */
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef signed char s16 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long long l2 __attribute__((vector_size(16)));
typedef unsigned short h8 __attribute__((vector_size(16)));

static const v4 fixed = {1, 2, 3, 4};
static v4 zero;

static void show(const char *name, v4 v) { printf("%s %d %d %d %d\n", name, v[0], v[1], v[2], v[3]); }

static void show_float(const char *name, f4 v) { printf("%s %g %g %g %g\n", name, v[0], v[1], v[2], v[3]); }

static v4 twice(v4 v) { return v + v; }

int main(void) {
  v4 a = {10, -20, 30, 40}, b = {3, 7, -2, 5};
  show("add", a + b);
  show("sub", a - b);
  show("mul", a * b);
  show("div", a / b);
  show("rem", a % b);
  show("and", a & b);
  show("or", a | b);
  show("xor", a ^ b);
  show("shl", b << 2);
  show("shr", a >> (v4){1, 2, 3, 4});
  show("neg", -a);
  show("not", ~a);
  show("number", 100 - a);
  show("less", a < b);
  show("equal", a == (v4){10, 0, 30, 0});
  show("select", ((a < b) & a) | (~(a < b) & b));
  show("fixed", fixed + zero);
  show("call", twice(twice(a)));
  a += b;
  show("assigned", a);
  a[2]++;
  a <<= 1;
  show("shifted", a);
  v4 array[3] = {a, b, a - b};
  int i = 0;
  array[i++] *= 2;
  show("array", array[0]);
  printf("once %d %d\n", i, (a + b)[1]);

  b16 x, y;
  for (int k = 0; k < 16; k++) {
    x[k] = 20 * k;
    y[k] = 255 - k;
  }
  b16 sum = x + y;
  s16 below = x > y;
  for (int k = 0; k < 16; k++)
    printf("%d:%d ", sum[k], below[k]);
  printf("\n");

  f4 f = {1.5f, -2.0f, 0.25f, 8.0f}, g = {2, 2, 2, 0.5f};
  show_float("fadd", f + g);
  show_float("fmul", f * g);
  show_float("fdiv", f / g);
  show_float("fneg", -f);
  show_float("scaled", f * 3);
  show("fless", f < g);
  d2 d = {1, 3};
  d = d / 4 + 1;
  printf("%g %g\n", d[0], d[1]);

  v4 bits = (v4)(f4){1.0f, 2.0f, -1.0f, 0.0f};
  show("bits", bits);
  l2 wide = (l2)(v4){1, 0, -1, -1};
  printf("%lld %lld\n", wide[0], wide[1]);
  show("shuffle", __builtin_shuffle(b, (v4){3, 2, 1, 0}));
  v4 mask = b & 7;
  show("two", __builtin_shuffle(a, b, mask));
  show_float("converted", __builtin_convertvector(b, f4));
  show("back", __builtin_convertvector(f, v4));
  v4 chosen = i ? a : b;
  show("chosen", chosen);
  h8 h = {1, 2, 3, 4, 65535, 65534, 7, 8};
  h = h * 3 + 1;
  printf("%d %d %d\n", h[0], h[4], h[7]);
  __int128 whole = (__int128)b;
  printf("%llx\n", (unsigned long long)whole);
  return 0;
}
