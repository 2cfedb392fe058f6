// Macros are expanded in directives; `_Pragma` is one too.
#define OWN private(x, y)

int main(void)
{
    int x, y = 0;
    _Pragma("omp parallel \
             OWN")
    {
        x = 1;
        y = x;
    }
    return y * 0;
}
