int printf(const char *format, ...);
static int a[777], b[777];
int main(void)
{
    int i;
    for (i = 0; i < 777; i++)
        a[i] = i * i % 31;
#pragma target
    for (i = 0; i < 777; i++)
        b[i] = 2 * a[i];
    for (i = 0; i < 777; i++)
        printf("b[%d] %d\n", i, b[i]);
    return 0;
}
