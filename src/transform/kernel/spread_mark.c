#include "transform/kernel/spread_mark.h"
#include "analysis/verdict/loops.h"
#include "transform/build/args.h"
#include "transform/build/header.h"
#include "transform/build/refusal.h"
#include "transform/parallel/target.h"
#include <string.h>

/* Blocks and threads cannot add up together in one variable. */
static gboolean
keeps_apart (IhopTransformStep *step, const IhopLoopName *name)
{
  const IhopLoop *loop = ihop_loops_find (step->facts, step->tree, name->loop);

  if (loop->reductions->len)
    {
      const IhopReduction *reduction = loop->reductions->pdata[0];
      ihop_refuse (step, IHOP_T_STORAGE, name->loop, "the iterations of %s add up in %s together (line %u)", name->address,
                   reduction->symbol->name, reduction->line);
      return FALSE;
    }
  for (guint i = 0; i < loop->privates->len; i++)
    {
      const IhopSymbol *symbol = ((const IhopPrivate *) loop->privates->pdata[i])->symbol;
      if (symbol == loop->counting.iterator)
        continue;
      ihop_diag_code (ihop_refuse (step, IHOP_T_STORAGE, name->loop,
                                     "%s is declared outside of %s, and each of its iterations needs its own",
                                     symbol->name, name->address),
                        "privatize %s %s", name->address, symbol->name);
      return FALSE;
    }
  return TRUE;
}

static gboolean
declares_iterator (IhopTransformStep *step, const IhopHeader *header)
{
  if (!header->declared_here)
    ihop_diag_code (ihop_refuse (step, IHOP_T_HEADER, header->loop, "%s does not declare %s in its head",
                                   header->name->address, header->iterator->name),
                      "declare-iterator %s", header->name->address);
  return header->declared_here;
}

IhopRewrite *
ihop_spread_mark (IhopTransformStep *step, IhopRole role, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 2, 2) || !ihop_header_of (step, words[0], &header))
    return NULL;
  if (g_str_equal (words[1], "off"))
    return ihop_target_put (step, header.name, NULL);
  if (strlen (words[1]) != 1 || words[1][0] < 'x' || words[1][0] > 'z')
    {
      ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s is no axis: it is x, y or z, or off", words[1]);
      return NULL;
    }
  if (!declares_iterator (step, &header) || !ihop_target_is_parallel (step, header.name)
      || !keeps_apart (step, header.name))
    return NULL;
  g_autofree char *text = ihop_role_words (role, (guint) (words[1][0] - 'x'));
  return ihop_target_put (step, header.name, text);
}
