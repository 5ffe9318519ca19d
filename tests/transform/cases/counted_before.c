// "unpack" where a loop stands in front of what reads a member: one that counts ends, others may not.
struct image { int w, h; double *data; };

static void behind_counted (const struct image *in, struct image *out)
{
  // RUN: unpack behind_counted
  for (int x = 1; x < in->w; x++)
    {
      double sum = 0;
      for (int k = -1; k <= 1; k++)
        sum += in->data[x + k];
      out->data[x] = sum;
    }
}

static void behind_unsigned (const struct image *in, struct image *out, unsigned last)
{
  // RUN: unpack behind_unsigned
  for (int x = 1; x < in->w; x++)
    {
      double sum = 0;
      for (unsigned k = 0; k <= last; k++)
        sum += in->data[k & 1];
      out->data[x] = sum;
    }
}

static void behind_search (const struct image *in, struct image *out)
{
  // RUN: unpack behind_search
  for (int x = 1; x < in->w; x++)
    {
      int sum = 0;
      for (int k = 0; k < 4; k++)
        if (in->data[k] > x)
          k -= 2;
      out->data[x] = sum;
    }
}

static void behind_downwards (const struct image *in, struct image *out)
{
  // RUN: unpack behind_downwards
  for (int x = 1; x < in->w; x++)
    {
      for (int k = 3; k < x; k--)
        in->data[0] += 1;
      out->data[x] = 1;
    }
}

static void behind_way_out (const struct image *in, struct image *out)
{
  // RUN: unpack behind_way_out
  for (int x = 1; x < in->w; x++)
    {
      for (int k = 0; k < 4; k++)
        if (in->data[k] > x)
          return;
      out->data[x] = 1;
    }
}
