/* Fourier coefficients of (x + 1)^x on [0, 2] by the trapezoid rule, a task for each of 329 pairs; two share a place. */
#include <cilk/cilk.h>
#include <math.h>
enum { N = 329, STEPS = 20 };
static double cosine[N], sine[N];
static double trapezoid(int n, int of_sine) {
  double omega = 3.1415926535897932 * n, sum = 0;
  for (int i = 0; i < STEPS; i++) {
    double x = 2.0 * i / STEPS, y = pow(x + 1, x);
    y *= of_sine ? sin(omega * x) : cos(omega * x);
    sum += i == 0 ? y / 2 : y;
  }
  return sum * 2 / STEPS;
}
int main(void) {
  cilk_for (int n = 0; n < N; n++) {
    cosine[n] = trapezoid(n, 0);
    sine[n & ~1] = trapezoid(n, 1);
  }
  return cosine[0] < 0;
}
