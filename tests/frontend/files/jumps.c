#include <setjmp.h>
#include <stdio.h>
static jmp_buf env;

static void
fall (int n)
{
  if (n > 3)
    longjmp (env, n);
  fall (n + 1);
}

static int
machine (const char *s)
{
  int state = 0, count = 0;
again:
  switch (*s)
    {
    case 'a' ... 'f':
      state++;
      /* FALLTHROUGH */
    case 'x': case 'y':
      count += state;
      break;
    case 0:
      goto done;
    default:
      if (count > 100)
        break;
      count--;
    }
  s++;
  goto again;
done:;
  return count;
}

static void
duff (char *to, const char *from, int n)
{
  int rounds = (n + 3) / 4;
  switch (n % 4)
    {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

static int
computed (int n)
{
  static void *where[] = { &&zero, &&one };
  goto *where[n & 1];
zero:
  return 10;
one:
  {
    return 11;
  }
}

int
main (void)
{
  volatile int tries = 0;
  char to[12] = "";
  int r = setjmp (env);
  if (r == 0)
    fall (0);
  else
    tries++;
  duff (to, "hello there", 11);
  printf ("%d %d %d %s %d %d\n", r, tries, machine ("abxq#fy"), to, computed (0), computed (1));
  if (r) if (tries) puts ("a"); else puts ("b");
  if (r) { if (!tries) puts ("c"); } else puts ("d");
  for (;;) { if (tries++ > 4) break; else continue; }
  do tries--; while (tries > 0);
  while (tries < 3) tries += 2;
  for (int a = 0, *b = &a, c[2] = { 1, 2 }; a < 2; a++, ++*b) printf ("%d\n", c[a]);
  return 0;
}
