/* KERNELS: 0. A kernel that stored an address would leave the device's in the host's memory. */
#include "show.h"
#define N 3000

typedef struct
{
  double value;
  double *at;
  int next;
} item;
typedef struct node
{
  double v[2];
  struct node *next;
} node;

static item items[N], others[N];
static node list[N];
static double a[N], *starts[N];

static void
linked (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    list[i].next = i + 1 < n ? &list[i + 1] : 0;
#pragma target
  for (int i = 0; i < n; i++)
    starts[i] = a + i;
#pragma target
  for (int i = 0; i < n; i++)
    {
      item one = { i, &a[i], i };
      items[i] = one;
    }
#pragma target
  for (int i = 0; i < n; i++)
    others[i] = (item){ i, a, 3 };
}

int
main (void)
{
  double sum = 0;

  fill (a, N, 1);
  linked (N);
  for (const node *p = list; p; p = p->next)
    sum += p->v[0] + 1;
  for (int i = 0; i < N; i++)
    sum += *items[i].at + *starts[i] + *others[i].at;
  printf ("%a\n", sum);
}
