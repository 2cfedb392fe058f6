/* Fourier coefficients of (x + 1)^x on [0, 2] by the trapezoid rule: a task for each of 177 pairs, and one that adds it to those before. */
#include <math.h>
enum { N = 177, STEPS = 20 };
static double cosine[N], sine[N], total[N];
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
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int n = 0; n < N; n++) {
#pragma omp task depend(out : cosine[n])
    cosine[n] = trapezoid(n, 0), sine[n] = trapezoid(n, 1);
#pragma omp task depend(in : cosine[n], total[n ? n - 1 : 0]) depend(out : total[n])
    total[n] = cosine[n] + sine[n] + (n ? total[n - 1] : 0);
  }
  return total[N - 1] < 0;
}
