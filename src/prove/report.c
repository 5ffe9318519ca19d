/* What was proved, in sentences and as JSON. */
#include "base/json.h"
#include "prove/prove.h"

static IhopRange
place_of (const IhopNode *node)
{
  return node->range.source ? node->range : node->place;
}

guint
ihop_proof_line (const IhopNode *node, const char **path)
{
  IhopRange range = place_of (node);
  guint line = 0, column = 0;

  *path = range.source ? range.source->path : "";
  if (range.source)
    ihop_source_locate (range.source, range.begin, &line, &column);
  return line;
}

/* ---- Sentences --------------------------------------------------------------------------------------------------------- */

static void
add_head (GString *text, const IhopProof *proof)
{
  const char *path;
  guint line = ihop_proof_line (proof->kernel->body, &path);

  g_string_append_printf (text, "%s:%u: %s: %s", path, line, proof->kernel->symbol->name, ihop_proof_verdict_name (proof->verdict));
  if (proof->launch && proof->launch->place.source)
    {
      guint at = 0, column = 0;
      ihop_source_locate (proof->launch->place.source, proof->launch->place.begin, &at, &column);
      g_string_append_printf (text, ", for blocks of %u x %u x %u as in the launch of line %u%s", (guint) proof->block[0],
                              (guint) proof->block[1], (guint) proof->block[2], at,
                              proof->is_of_arguments ? " with its arguments" : "");
    }
  else if (proof->verdict == IHOP_PROVED)
    g_string_append (text, ", for blocks of any size");
  g_string_append_c (text, '\n');
}

static void
add_place (GString *text, const IhopFinding *finding, const IhopProofPlace *place)
{
  const char *path;
  guint line = ihop_proof_line (place->node, &path);

  g_string_append_printf (text, "    %s:%u: ", path, line);
  if (finding->kind == IHOP_FINDING_RACE || finding->kind == IHOP_FINDING_BLOCK_RACE || finding->kind == IHOP_FINDING_SAME_VALUE
      || finding->kind == IHOP_FINDING_OUTSIDE)
    g_string_append (text, place->is_write ? "write" : "read");
  else
    g_string_append (text, "barrier");
  if (finding->has_witness)
    {
      g_string_append_printf (text, ", block (%d, %d, %d), thread (%d, %d, %d)", (int) place->block[0], (int) place->block[1],
                              (int) place->block[2], (int) place->thread[0], (int) place->thread[1], (int) place->thread[2]);
      for (guint i = 0; place->trips && i < place->trips->len; i++)
        g_string_append_printf (text, "%s%d", i ? ", " : ", iteration ", (int) g_array_index (place->trips, gint64, i));
    }
  g_string_append_c (text, '\n');
}

static void
add_values (GString *text, const IhopFinding *finding)
{
  if (finding->element)
    {
      g_string_append_printf (text, "    %s[", finding->array->name);
      for (guint i = 0; i < finding->element->len; i++)
        g_string_append_printf (text, "%s%d", i ? "][" : "", (int) g_array_index (finding->element, gint64, i));
      g_string_append (text, "]");
    }
  for (guint i = 0; finding->names && i < finding->names->len; i++)
    g_string_append_printf (text, "%s%s = %d", i ? ", " : finding->element ? ", with " : "    with ", (const char *) finding->names->pdata[i],
                            (int) g_array_index (finding->values, gint64, i));
  if (finding->element || finding->names)
    g_string_append_c (text, '\n');
}

static void
add_places (GString *text, const IhopFinding *finding)
{
  for (guint i = 0; i < finding->n_places; i++)
    add_place (text, finding, &finding->place[i]);
  add_values (text, finding);
}

static void
add_finding (GString *text, const IhopFinding *finding)
{
  const char *path;
  guint line = ihop_proof_line (finding->place[0].node, &path);
  const char *kind = finding->kind == IHOP_FINDING_SAME_VALUE ? "note" : finding->is_certain ? "error" : "unknown";

  g_string_append_printf (text, "  %s:%u: %s: %s\n", path, line, kind, ihop_message_text (finding->message));
  if (finding->kind != IHOP_FINDING_OBSTACLE)
    add_places (text, finding);
}

static void
add_fence (GString *text, const IhopProofFence *fence)
{
  const char *path;
  guint line = ihop_proof_line (fence->node, &path);

  g_string_append_printf (text, "  %s:%u: ", path, line);
  switch (fence->need)
    {
    case IHOP_PROOF_NEEDED:
      g_string_append_printf (text, "this barrier is needed: without it, %s\n", ihop_message_text (fence->finding->message));
      add_places (text, fence->finding);
      break;
    case IHOP_PROOF_NOT_NEEDED:
      g_string_append (text, "this barrier is not needed: the kernel is proved without it as well\n");
      break;
    case IHOP_PROOF_NOT_KNOWN:
      g_string_append_printf (text, "it is not known whether this barrier is needed: %s\n",
                              fence->finding ? ihop_message_text (fence->finding->message)
                                             : "without it the kernel is proved for the launches of this file alone");
    }
}

char *
ihop_prove_to_text (const IhopTree *tree, const GPtrArray *proofs)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < proofs->len; i++)
    {
      const IhopProof *proof = proofs->pdata[i];
      add_head (text, proof);
      for (guint k = 0; k < proof->assumptions->len; k++)
        g_string_append_printf (text, "  provided that %s\n", ihop_message_text (proof->assumptions->pdata[k]));
      for (guint k = 0; k < proof->findings->len; k++)
        add_finding (text, proof->findings->pdata[k]);
      for (guint k = 0; proof->fences && k < proof->fences->len; k++)
        add_fence (text, proof->fences->pdata[k]);
    }
  if (proofs->len == 0)
    g_string_append_printf (text, "%s: no kernels\n", tree->source->path);
  return g_string_free (text, FALSE);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------------- */

static void
put_triple (JsonBuilder *json, const char *name, const gint64 *numbers)
{
  ihop_json_begin_array (json, name);
  for (guint i = 0; i < 3; i++)
    json_builder_add_int_value (json, numbers[i]);
  json_builder_end_array (json);
}

static void
put_place (JsonBuilder *json, const IhopFinding *finding, const IhopProofPlace *place)
{
  const char *path;
  guint line = ihop_proof_line (place->node, &path);

  json_builder_begin_object (json);
  ihop_json_put_text (json, "file", path);
  ihop_json_put_int (json, "line", line);
  ihop_json_put_bool (json, "write", place->is_write);
  if (finding->has_witness)
    {
      put_triple (json, "block", place->block);
      put_triple (json, "thread", place->thread);
      ihop_json_put_integers (json, "iteration", place->trips);
    }
  json_builder_end_object (json);
}

static void
put_finding (JsonBuilder *json, const IhopFinding *finding)
{
  json_builder_begin_object (json);
  ihop_json_put_text (json, "kind", ihop_finding_kind_name (finding->kind));
  ihop_json_put_text (json, "severity", finding->kind == IHOP_FINDING_SAME_VALUE ? "note" : finding->is_certain ? "error" : "unknown");
  ihop_json_put_message (json, "message", finding->message);
  ihop_json_begin_array (json, "places");
  for (guint i = 0; i < finding->n_places; i++)
    put_place (json, finding, &finding->place[i]);
  json_builder_end_array (json);
  ihop_json_put_text (json, "array", finding->array ? finding->array->name : NULL);
  ihop_json_put_integers (json, "element", finding->element);
  ihop_json_begin_object (json, "values");
  for (guint i = 0; finding->names && i < finding->names->len; i++)
    ihop_json_put_int (json, finding->names->pdata[i], g_array_index (finding->values, gint64, i));
  json_builder_end_object (json);
  json_builder_end_object (json);
}

static void
put_fence (JsonBuilder *json, const IhopProofFence *fence)
{
  const char *path;
  guint line = ihop_proof_line (fence->node, &path);

  json_builder_begin_object (json);
  ihop_json_put_text (json, "file", path);
  ihop_json_put_int (json, "line", line);
  ihop_json_put_text (json, "need", ihop_proof_need_name (fence->need));
  ihop_json_begin_array (json, "findings");
  if (fence->finding)
    put_finding (json, fence->finding);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
put_proof (JsonBuilder *json, const IhopProof *proof)
{
  const char *path;
  guint line = ihop_proof_line (proof->kernel->body, &path);
  gint64 block[3] = { (gint64) proof->block[0], (gint64) proof->block[1], (gint64) proof->block[2] };

  json_builder_begin_object (json);
  ihop_json_put_text (json, "kernel", proof->kernel->symbol->name);
  ihop_json_put_text (json, "file", path);
  ihop_json_put_int (json, "line", line);
  ihop_json_put_text (json, "verdict", ihop_proof_verdict_name (proof->verdict));
  put_triple (json, "block", block);
  ihop_json_put_bool (json, "of_arguments", proof->is_of_arguments);
  ihop_json_put_messages (json, "assumptions", proof->assumptions);
  ihop_json_begin_array (json, "findings");
  for (guint i = 0; i < proof->findings->len; i++)
    put_finding (json, proof->findings->pdata[i]);
  json_builder_end_array (json);
  if (proof->fences)
    {
      ihop_json_begin_array (json, "fences");
      for (guint i = 0; i < proof->fences->len; i++)
        put_fence (json, proof->fences->pdata[i]);
      json_builder_end_array (json);
    }
  json_builder_end_object (json);
}

char *
ihop_prove_to_json (const IhopTree *tree, const GPtrArray *proofs)
{
  JsonBuilder *json = json_builder_new ();

  json_builder_begin_object (json);
  ihop_json_put_int (json, "version", 1);
  ihop_json_put_text (json, "file", tree->source->path);
  ihop_json_begin_array (json, "kernels");
  for (guint i = 0; i < proofs->len; i++)
    put_proof (json, proofs->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
