int total;
int total = 20;
int list[];
extern int list[3];
int list[3] = {5};
extern int zero;

void work(void) {
    total += list[0];
    list[2] = total * 2;
    zero--;
}
