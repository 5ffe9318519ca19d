/* target: a loop is marked to run on the device, as its owner would do with "#pragma target".
 *
 * Only what is proved parallel (or asked to run in one thread) is marked; the plan proves it once more
 * when it is made, and reads the clauses' contents. */
#include "transform/parallel/target.h"
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/refusal.h"
#include "transform/legality/witness.h"
#include <string.h>

static const char *const clauses[] = { "block(", "map(", "assume(", "noalias(" };

/* "block(32,8)": one to three numbers from 1 to 1024. */
static gboolean
check_block (IhopTransformStep *step, const char *word)
{
  g_autofree char *inside = g_strndup (word + strlen ("block("), strlen (word) - strlen ("block()"));
  g_auto (GStrv) numbers = g_strsplit (inside, ",", -1);
  guint n = g_strv_length (numbers);
  gint64 number;

  for (guint i = 0; i < n && i < 3; i++)
    if (!ihop_args_number (step, g_strstrip (numbers[i]), N_ ("the block's size"), 1, 1024, &number))
      return FALSE;
  if (n >= 1 && n <= 3)
    return TRUE;
  ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s: a block has one to three sizes", word);
  return FALSE;
}

static gboolean
check_clause (IhopTransformStep *step, const char *word)
{
  if (g_str_equal (word, "serial"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (clauses); i++)
    if (g_str_has_prefix (word, clauses[i]) && g_str_has_suffix (word, ")")
        && strpbrk (word, "\n\\") == NULL)
      return i > 0 || check_block (step, word);
  ihop_diag_code (ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s is no clause of a mark", word),
                    "target %s", step->transform->usage);
  return FALSE;
}

static void
refuse_sequential (IhopTransformStep *step, const IhopLoop *loop)
{
  const char *address = loop->name->address;
  const IhopDependence *dependence = loop->dependences->len ? loop->dependences->pdata[0] : NULL;

  g_autoptr (IhopMessage) carried
    = dependence ? ihop_witness_told (ihop_witness_ends (dependence), dependence, IHOP_WITNESS_AND) : NULL;
  IhopDiag *diag = ihop_refuse_message (
    step, IHOP_T_ILLEGAL, dependence ? dependence->sink : loop->name->loop,
    carried ? ihop_message ("%s cannot run with all its iterations at once: it carries %s", address, carried)
            : ihop_message ("%s cannot run with all its iterations at once", address));
  ihop_diag_remedy (diag, "'ihop explain' shows steps that help; serial lets one thread run it");
  if (dependence)
    ihop_witness_keep (diag, dependence);
}

gboolean
ihop_target_is_parallel (IhopTransformStep *step, const IhopLoopName *name)
{
  const IhopLoop *loop = ihop_loops_find (step->facts, step->tree, name->loop);
  const IhopReason *reason = loop->reasons->len ? loop->reasons->pdata[0] : NULL;

  if (loop->verdict == IHOP_PARALLEL)
    return TRUE;
  if (loop->verdict == IHOP_SEQUENTIAL)
    {
      refuse_sequential (step, loop);
      return FALSE;
    }
  IhopDiag *diag = ihop_refuse_message (
    step, IHOP_T_UNKNOWN, name->loop,
    reason ? ihop_message ("it is not proved that %s can run with all its iterations at once: %s", name->address,
                           reason->message)
           : ihop_message ("it is not proved that %s can run with all its iterations at once", name->address));
  for (guint i = 0; reason && i < reason->remedies->len; i++)
    ihop_diag_add_remedy (diag, ihop_message_ref (reason->remedies->pdata[i]));
  return FALSE;
}

IhopRewrite *
ihop_target_put (IhopTransformStep *step, const IhopLoopName *name, const char *words)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  GPtrArray *news = g_ptr_array_new ();

  if (words)
    {
      IhopNode *pragma = ihop_node_new (build->pool, IHOP_PRAGMA, 0);
      pragma->text = ihop_pool_strdup (build->pool, words);
      g_ptr_array_add (news, pragma);
    }
  g_ptr_array_add (news, (gpointer) name->loop);
  return ihop_build_finish (build, name->loop, 1, news);
}

static IhopRewrite *
target_build (IhopTransformStep *step, char **words, guint n)
{
  g_autoptr (GString) text = g_string_new ("target");
  gboolean is_serial = FALSE;

  if (!ihop_args_count (step, n, 1, 8))
    return NULL;
  const IhopLoopName *name = ihop_args_loop (step, words[0]);
  if (name == NULL)
    return NULL;
  if (n == 2 && g_str_equal (words[1], "off"))
    return ihop_target_put (step, name, NULL);
  for (guint i = 1; i < n; i++)
    {
      if (!check_clause (step, words[i]))
        return NULL;
      is_serial |= g_str_equal (words[i], "serial");
      g_string_append_printf (text, " %s", words[i]);
    }
  if (!is_serial && !ihop_target_is_parallel (step, name))
    return NULL;
  return ihop_target_put (step, name, text->str);
}

const IhopTransform ihop_transform_target = {
  .name = "target",
  .usage = "LOOP [block(X,Y,Z)] [map(ITERATOR:x,...)] [serial] [off]",
  .summary = N_ ("The loop is marked to run on the device, or no longer"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = target_build,
};
