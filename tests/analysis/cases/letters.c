#include <ctype.h>
// expect letters/i: parallel reduction + count
long letters (const char *text, long n) { long count = 0; for (long i = 0; i < n; i++) if (isalpha ((unsigned char) text[i])) count++; return count; }
// expect upper/i: parallel
void upper (char *text, long n) { for (long i = 0; i < n; i++) text[i] = (char) toupper ((unsigned char) text[i]); }
