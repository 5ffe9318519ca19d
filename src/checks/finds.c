#include "checks/finds.h"
#include "checks/lines.h"
#include <stdlib.h>

/* From libstdc++, which every program with Clang in it has. */
extern char *__cxa_demangle (const char *name, char *out, size_t *length, int *status);

/* --- what each kind is called ----------------------------------------------------------------- */

static const IhopCheckRow rows[IHOP_N_FINDS] = {
  [IHOP_FIND_OUTSIDE] = { "IHOP-K001", "outside", FALSE, N_ ("a thread uses memory outside of what is allocated") },
  [IHOP_FIND_HOST_MEMORY] = { "IHOP-K001", "host-memory", FALSE, N_ ("a thread uses memory of the host that a card cannot reach") },
  [IHOP_FIND_READ_ONLY] = { "IHOP-K001", "read-only", FALSE, N_ ("a thread writes constant memory") },
  [IHOP_FIND_FREED] = { "IHOP-K002", "freed", FALSE, N_ ("memory is used after it was freed") },
  [IHOP_FIND_FREE] = { "IHOP-K002", "free", FALSE, N_ ("what is freed is not, or no longer, allocated") },
  [IHOP_FIND_MISALIGNED] = { "IHOP-K003", "misaligned", FALSE, N_ ("the address is not a multiple of the size of the access") },
  [IHOP_FIND_UNWRITTEN] = { "IHOP-K004", "unwritten", FALSE, N_ ("a thread reads memory that nobody has written") },
  [IHOP_FIND_RACE] = { "IHOP-K005", "race", FALSE, N_ ("two threads use the same memory, one of them writes it, and nothing orders them") },
  [IHOP_FIND_SAME_VALUE] = { "IHOP-K006", "same-value", TRUE, N_ ("threads that nothing orders write the value that is there already") },
  [IHOP_FIND_BARRIER] = { "IHOP-K007", "barrier", FALSE, N_ ("not all threads come to the same barrier") },
  [IHOP_FIND_ENDED] = { "IHOP-K007", "ended", TRUE, N_ ("threads have ended before a barrier that others wait at: cards older than Volta hang there") },
  [IHOP_FIND_MASK] = { "IHOP-K008", "mask", FALSE, N_ ("a warp function names threads that do something else") },
  [IHOP_FIND_NOT_NAMED] = { "IHOP-K008", "not-named", FALSE, N_ ("a warp function does not name the thread that calls it") },
  [IHOP_FIND_STUCK] = { "IHOP-K009", "stuck", FALSE, N_ ("threads wait at a barrier for others that do not come") },
  [IHOP_FIND_SPINS] = { "IHOP-K009", "spins", FALSE, N_ ("all threads wait in loops for what nobody writes") },
  [IHOP_FIND_COPY] = { "IHOP-K010", "copy", FALSE, N_ ("a copy or fill does not fit the memory that it is given") },
  [IHOP_FIND_LAUNCH] = { "IHOP-K011", "launch", FALSE, N_ ("a card would refuse this launch") },
  [IHOP_FIND_LEAK] = { "IHOP-K012", "leak", TRUE, N_ ("memory is still allocated when the program ends") },
  [IHOP_FIND_UNSEEN] = { "IHOP-K014", "unseen", TRUE, N_ ("so much has been done that races are not looked for from here on") },
  [IHOP_FIND_LEFT] = { "IHOP-K013", "left", TRUE, N_ ("nobody has waited for this work when the program ends") },
  [IHOP_FIND_UNASKED] = { "IHOP-K015", "unasked", FALSE, N_ ("a launch has failed, and the program has not asked for the error") },
  [IHOP_FIND_FAILED] = { "IHOP-K015", "failed", TRUE, N_ ("a call has failed, and the program has not asked for the last error") },
  [IHOP_FIND_DESTROYED] = { "IHOP-K016", "destroyed", FALSE, N_ ("a stream or an event is used after it was destroyed") },
  [IHOP_FIND_WAITED] = { "IHOP-K016", "not-waited", TRUE, N_ ("a stream or an event is destroyed before anybody has waited for what it stands for") },
  [IHOP_FIND_RECORDED] = { "IHOP-K016", "not-recorded", TRUE, N_ ("an event is waited for that was never recorded: nobody waits") },
  [IHOP_FIND_CALLBACK] = { "IHOP-K016", "callback", FALSE, N_ ("a function that a stream calls asks CUDA for work, which it must not") },
  [IHOP_FIND_ORDER] = { "IHOP-K017", "order", TRUE, N_ ("results depend on the order in which blocks or warps run") },
  [IHOP_FIND_UNSTEADY] = { "IHOP-K017", "unsteady", TRUE, N_ ("results of this kernel differ in the same order, too: what depends on the order is not known") },
  [IHOP_FIND_UNTRIED] = { "IHOP-K017", "untried", TRUE, N_ ("other orders of this kernel are not tried") },
};

const IhopCheckRow *
ihop_check_row (IhopFindKind kind)
{
  return &rows[MIN (kind, IHOP_N_FINDS - 1)];
}

static const char *
why_of (IhopWhy why)
{
  static const char *const whys[IHOP_N_WHYS] = {
    [IHOP_WHY_INSTRUCTION] = N_ ("they are lanes of one instruction"),
    [IHOP_WHY_WARP] = N_ ("no warp barrier stands between lanes of one warp"),
    [IHOP_WHY_BLOCK] = N_ ("no barrier stands between warps of one block"),
    [IHOP_WHY_GRID] = N_ ("blocks of a grid run in any order"),
    [IHOP_WHY_SCOPE] = N_ ("they are atomic within a block only"),
    [IHOP_WHY_STREAMS] = N_ ("no stream, event or wait of the host orders these two"),
    [IHOP_WHY_HOST] = N_ ("the host has not waited for that work of the device"),
    [IHOP_WHY_BEHIND] = N_ ("it lies behind the end"),
    [IHOP_WHY_BEFORE] = N_ ("it lies before the start"),
    [IHOP_WHY_FAR] = N_ ("nothing is allocated near it"),
    [IHOP_WHY_BLOCKS_MEET] = N_ ("what the program says of its own blocks does not fit what it has said before"),
    [IHOP_WHY_DIRECTION] = N_ ("the memory is not on the side that the copy's direction names"),
    [IHOP_WHY_OTHERS] = N_ ("it belongs to another thread"),
    [IHOP_WHY_ELSEWHERE] = N_ ("lanes of one warp are at two barriers"),
    [IHOP_WHY_THREADS] = N_ ("a block has no threads, or more than a card or the kernel permits"),
    [IHOP_WHY_BLOCKS] = N_ ("the grid has no blocks, or more than a card permits"),
    [IHOP_WHY_SHARED] = N_ ("a block asks for more shared memory than there is"),
    [IHOP_WHY_NOT_ASKED] = N_ ("more than 48 KiB of shared memory are to be asked for first, by cudaFuncSetAttribute"),
    [IHOP_WHY_COOPERATIVE] = N_ ("a cooperative grid has more blocks than find room at once"),
    [IHOP_WHY_REGISTERS] = N_ ("a block takes more registers than a multiprocessor has"),
    [IHOP_WHY_BLOCKS_SWAP] = N_ ("it is enough that the second of these blocks runs before the first one"),
    [IHOP_WHY_BLOCKS_AMONG] = N_ ("where others run in another order, too, it matters that the second of these blocks runs before the first one"),
    [IHOP_WHY_WARPS_AMONG] = N_ ("where others run in another order, too, it matters that the warp of the second of these threads runs before that of the first one"),
    [IHOP_WHY_WARPS_SWAP] = N_ ("it is enough that the warp of the second of these threads runs before that of the first one, from barrier to barrier"),
    [IHOP_WHY_TURNS] = N_ ("it is enough that blocks, the first of these to the second one, take turns at their barriers"),
    [IHOP_WHY_WAITS] = N_ ("it waits for what others write"),
    [IHOP_WHY_HEAP] = N_ ("kernels of the program allocate memory"),
    [IHOP_WHY_SURFACES] = N_ ("it writes surfaces"),
    [IHOP_WHY_SIZE] = N_ ("the program has more than 1 GiB that would have to be copied"),
  };

  return whys[MIN (why, IHOP_N_WHYS - 1)];
}

IhopMessage *
ihop_check_sentence (const IhopFind *find)
{
  const char *why = why_of (find->why), *sentence = ihop_check_row (find->kind)->sentence;

  if (why == NULL)
    return ihop_message_phrase (sentence);
  return ihop_message ("%s: %s", ihop_argument_phrase (sentence), ihop_argument_phrase (why));
}

char *
ihop_check_memory (const IhopCheckFound *found)
{
  const IhopFind *find = &found->find;
  static const char *const spaces[] = { "", "shared memory", "local memory", "", "memory of the host" };
  GString *text = g_string_new (spaces[MIN (find->space, G_N_ELEMENTS (spaces) - 1)]);

  if (find->allocation)
    g_string_append_printf (text, "allocation %u", find->allocation);
  if (find->name && *find->name)
    g_string_append_printf (text, find->allocation ? " (%s)" : "variable %s", find->name);
  if (find->size)
    g_string_append_printf (text, " of %" G_GUINT64_FORMAT " bytes, byte %" G_GINT64_FORMAT, find->size, find->offset);
  if (find->bytes && text->len)
    g_string_append_printf (text, ", %u bytes from there", find->bytes);
  if (found->made_by && text->len)
    g_string_append_printf (text, "; allocated by %s", found->made_by);
  if (found->made_line && text->len)
    g_string_append_printf (text, ", %s:%u", found->made_file, found->made_line);
  return g_string_free (text, FALSE);
}

/* --- reading ---------------------------------------------------------------------------------- */

static char *
plain_name (const char *symbol)
{
  char *plain = __cxa_demangle (symbol, NULL, NULL, NULL);
  char *name = g_strdup (plain ? plain : symbol);

  free (plain);
  return name;
}

static void
found_free (gpointer data)
{
  IhopCheckFound *found = data;

  g_free (found->kernels[0]);
  g_free (found->kernels[1]);
  g_free (found->files[0]);
  g_free (found->files[1]);
  g_free (found->made_by);
  g_free (found->made_file);
  g_free (found);
}

/* A place of the host has a module's address (as src/simt/check/stop.h leaves it) instead of a line. */
static void
look_up (IhopCheckFound *found, guint i, GHashTable *lines)
{
  IhopFoundPlace *place = &found->find.places[i];
  g_autofree char *function = NULL;

  if (!g_str_has_prefix (place->text, "0x"))
    return;
  place->source_line = ihop_check_lines_find (lines, place->file, place->text, &function, &found->files[i]);
  place->file = found->files[i] ? found->files[i] : "";
  place->text = "";
  if (function)
    {
      g_free (found->kernels[i]);
      found->kernels[i] = g_steal_pointer (&function);
    }
}

static void
read_places (IhopCheckFound *found, GVariantIter *places, GHashTable *lines)
{
  for (GVariant *one; found->find.n_places < 2 && (one = g_variant_iter_next_value (places));)
    {
      IhopFoundPlace *place = &found->find.places[found->find.n_places];
      guint *b = place->block, *t = place->thread;
      g_variant_get (one, "(&s&s&suub(uuu)b(uuu))", &place->kernel, &place->text, &place->file, &place->source_line, &place->line,
                     &place->has_block, &b[0], &b[1], &b[2], &place->has_thread, &t[0], &t[1], &t[2]);
      found->kernels[found->find.n_places] = plain_name (place->kernel);
      look_up (found, found->find.n_places++, lines);
      g_variant_unref (one);
    }
}

static void
read_made (IhopCheckFound *found, GVariant *made, GHashTable *lines)
{
  const char *kernel, *text, *file;

  g_variant_get (made, "(&s&s&suub(uuu)b(uuu))", &kernel, &text, &file, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  if (*text)
    found->made_line = ihop_check_lines_find (lines, file, text, &found->made_by, &found->made_file);
  if (*kernel && found->made_by == NULL)
    found->made_by = plain_name (kernel);
}

static IhopCheckFound *
read_found (GVariant *one, GHashTable *lines)
{
  IhopCheckFound *found = g_new0 (IhopCheckFound, 1);
  IhopFind *find = &found->find;
  g_autoptr (GVariantIter) places = NULL;

  g_autoptr (GVariant) made = NULL;

  g_variant_get (one, "(uutu&sutxu&s@" IHOP_FOUND_PLACE "a" IHOP_FOUND_PLACE ")", &find->kind, &find->why, &found->times, &find->space, &find->name,
                 &find->allocation, &find->size, &find->offset, &find->bytes, &find->text, &made, &places);
  read_made (found, made, lines);
  read_places (found, places, lines);
  return found;
}

static gboolean
is_same_place (const IhopCheckFound *a, const IhopCheckFound *b, guint i)
{
  return a->find.places[i].source_line == b->find.places[i].source_line && g_str_equal (a->find.places[i].file, b->find.places[i].file)
         && g_str_equal (a->find.places[i].text, b->find.places[i].text) && g_str_equal (a->kernels[i], b->kernels[i]);
}

/* Instructions of the host that are one line. */
static gboolean
is_known (const GPtrArray *all, const IhopCheckFound *found)
{
  gboolean is_known = FALSE;

  for (guint i = 0; found->find.why == IHOP_WHY_HOST && !is_known && i < all->len; i++)
    {
      const IhopCheckFound *other = all->pdata[i];
      is_known = other->find.kind == found->find.kind && other->find.why == IHOP_WHY_HOST && other->find.allocation == found->find.allocation
                 && is_same_place (other, found, 0) && is_same_place (other, found, 1);
    }
  return is_known;
}

/* GVariant, in the order in which they were found; the last of those of one number. */
static GPtrArray *
read_records (GBytes *bytes)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL); /* number → index + 1 */
  gsize size = g_bytes_get_size (bytes);
  const guint8 *data = g_bytes_get_data (bytes, NULL);
  IhopFoundHead head;

  for (gsize at = 0; at + sizeof head <= size; at += sizeof head + ihop_found_room (head.size))
    {
      memcpy (&head, data + at, sizeof head);
      if (head.size > size - at - sizeof head)
        break;
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (bytes, at + sizeof head, head.size);
      GVariant *one = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (IHOP_FOUND), part, FALSE));
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, GUINT_TO_POINTER (head.number)));
      if (place)
        {
          g_variant_unref (all->pdata[place - 1]);
          all->pdata[place - 1] = one;
          continue;
        }
      g_ptr_array_add (all, one);
      g_hash_table_insert (places, GUINT_TO_POINTER (head.number), GUINT_TO_POINTER (all->len));
    }
  return all;
}

static void
read_document (IhopChecks *checks, const char *path, GHashTable *lines)
{
  char *data;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, NULL))
    return;
  g_autoptr (GBytes) bytes = g_bytes_new_take (data, size);
  g_autoptr (GPtrArray) all = read_records (bytes);
  for (gsize i = 0; i < all->len; i++)
    {
      GVariant *one = g_variant_ref (all->pdata[i]);
      g_ptr_array_add (checks->documents, one);
      IhopCheckFound *found = read_found (one, lines);
      if (is_known (checks->found, found))
        found_free (found);
      else
        g_ptr_array_add (checks->found, found);
    }
}

char **
ihop_checks_prepare (char **environment, const char *folder)
{
  return g_environ_setenv (environment, "IHOP_SIMT_CHECK", folder, TRUE);
}

IhopChecks *
ihop_checks_read (const char *folder)
{
  IhopChecks *checks = g_new0 (IhopChecks, 1);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GHashTable) lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  checks->found = g_ptr_array_new_with_free_func (found_free);
  checks->documents = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    if (g_str_has_suffix (name, ".finds"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        read_document (checks, path, lines);
      }
  return checks;
}

void
ihop_checks_free (IhopChecks *checks)
{
  g_ptr_array_unref (checks->found);
  g_ptr_array_unref (checks->documents);
  g_free (checks);
}

gboolean
ihop_checks_has_errors (const IhopChecks *checks)
{
  for (guint i = 0; i < checks->found->len; i++)
    if (!ihop_check_row (((IhopCheckFound *) checks->found->pdata[i])->find.kind)->is_note)
      return TRUE;
  return FALSE;
}
