#include "analysis/verdict/loop.h"

const char *
ihop_verdict_name (IhopVerdict verdict)
{
  static const char *const names[] = { "parallel", "sequential", "unknown" };

  return names[verdict];
}

const char *
ihop_reduce_text (IhopReduce reduce)
{
  static const char *const texts[] = { "+", "*", "min", "max", "&", "|", "^", "&&", "||", "=" };

  return texts[reduce];
}
