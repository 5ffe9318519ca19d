/* Counting: which element an iteration adds to is known only when it runs; it is still a reduction. */
void count (int n, int bins, int histogram[bins], const int value[n])
{
  for (int i = 0; i < n; i++)
    histogram[value[i]] += 1;
}
