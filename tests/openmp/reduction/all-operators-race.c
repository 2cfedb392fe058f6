// Of many reductions one variable was forgotten.
int main(void)
{
    int add = 0, subtract = 0, multiply = 1, and = -1, or = 0, exclusive = 0, all = 1, any = 0, least = 9, most = 0;
#pragma omp parallel for reduction(+ : add) reduction(- : subtract) reduction(* : multiply) reduction(& : and) \
    reduction(| : or) reduction(^ : exclusive) reduction(&& : all) reduction(|| : any) reduction(min : least) \
    shared(most)
    for (int i = 0; i < 4; i++) {
        add += i;
        subtract -= i;
        multiply *= i + 1;
        and &= i;
        or |= i;
        exclusive ^= i;
        all = all && i;
        any = any || i;
        least = least < i ? least : i;
        most = most > i ? most : i;  //~ RACE
    }
    return add + subtract + multiply + and + or + exclusive + all + any + least + most;
}
