/* Complex numbers: operators, conversions, parts, initial values. */
#include <complex.h>
#include <stdio.h>

static double complex fixed = 1.5 - 2.0 * I;
static float complex table[2] = {1.0f, 2.0f + 3.0if};

static void show(const char *name, double complex z) { printf("%s %g%+gi\n", name, creal(z), cimag(z)); }

static double complex square(double complex z) { return z * z; }

int main(void) {
  double complex a = 3 + 4 * I, b = 1 - 2i;
  show("add", a + b);
  show("sub", a - b);
  show("mul", a * b);
  show("div", a / b);
  show("other", b / a);
  show("real", a + 1);
  show("left", 2.0 - a);
  show("scaled", a * 2.5);
  show("parts", a / 2);
  show("reciprocal", 1 / a);
  show("negative", -a);
  show("conjugate", ~a);
  show("call", square(a));
  show("fixed", fixed);
  show("table", table[0] + table[1]);
  printf("%d %d %d\n", a == b, a != b, a == 3 + 4 * I);
  printf("%d %d %d\n", !a, a && b, (_Bool)(0 * I));
  a += b;
  show("assigned", a);
  a *= a;
  show("squared", a);
  a /= 2;
  show("halved", a);
  __real__ a = 7;
  __imag__ a -= 1;
  show("set", a);
  double complex array[3] = {1, I, 2 + I};
  int i = 0;
  array[i++] += 5;
  show("array", array[0] * array[1] * array[2]);
  printf("%d\n", i);
  float complex f = a;
  printf("%g %g\n", crealf(f), cimagf(f * f));
  double only = a;
  int number = (int)(b * b);
  printf("%g %d\n", only, number);
  show("chosen", i ? a : 1.0);
  double sum = 0;
  for (int k = 0; k < 10; k++) {
    double complex z = 0, c = (k - 5) * 0.3 + 0.2 * I;
    for (int n = 0; n < 8; n++)
      z = z * z + c;
    sum += creal(z) / 1000;
  }
  printf("%.6g\n", sum);
  if (b)
    show("step", ++b);
  show("old", b--);
  show("new", b);
  printf("%zu %zu\n", sizeof a, sizeof(1.0f * I));
  return 0;
}
