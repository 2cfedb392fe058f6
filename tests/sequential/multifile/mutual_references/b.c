int odd(unsigned n);
int even(unsigned n) { return n ? odd(n - 1) : 1; }
int data[5] = {10, 20, 30, 40, 50};
char text[6] = "hello";
