#pragma once
static inline int header_add (int x)
{
#pragma in_header
  for (int i = 0; i < 3; i++)
    x += i;
  return x;
}
