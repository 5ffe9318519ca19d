#include "cli/choose.h"
#include "project/output.h"
#include <string.h>

static guint
count_entries (const GOptionEntry *entries)
{
  guint n = 0;

  while (entries && entries[n].long_name)
    n++;
  return n;
}

GOptionEntry *
ihop_choice_entries (IhopChoice *choice, const char *without, const GOptionEntry *more)
{
  const GOptionEntry own[] = {
    { "pragma", 0, 0, G_OPTION_ARG_STRING, &choice->pragma,
      "target: what '#pragma target' marks; scop: look inside '#pragma scop' (default: what the file has of these, else --auto)",
      "target|scop" },
    { "auto", 0, 0, G_OPTION_ARG_NONE, &choice->all, "look in every function", NULL },
    { "script", 0, 0, G_OPTION_ARG_FILENAME, &choice->script, "replay steps, then generate (default: no steps)",
      "FILE" },
    { "search", 0, 0, G_OPTION_ARG_STRING, &choice->search,
      "for steps that make it better (default: quick; off behind --script)", "off|quick|thorough" },
    { "search-seconds", 0, 0, G_OPTION_ARG_DOUBLE, &choice->search_seconds,
      "of the processor, that the search may take for a file instead of a fixed amount of work (default: that amount)", "S" },
    { "script-out", 0, 0, G_OPTION_ARG_FILENAME, &choice->script_out,
      "write the steps that were found (default: they are only named)", "FILE" },
    { "block", 0, 0, G_OPTION_ARG_STRING, &choice->block, "threads of a block (default: those predicted to be best)", "X[,Y[,Z]]" },
    { "map", 0, 0, G_OPTION_ARG_STRING, &choice->map, "loops on thread axes (default: as predicted to be best)", "i:x,j:y" },
    { "gpu", 0, 0, G_OPTION_ARG_STRING, &choice->gpu, "for which device, of 'ihop list gpus' (default: generic)",
      "NAME" },
    { "model", 0, 0, G_OPTION_ARG_STRING, &choice->model, "how the profiler predicts (default: sectors)", "sectors|paper" },
    { "no-motion", 0, 0, G_OPTION_ARG_NONE, &choice->no_motion,
      "copies right around each kernel, for comparison", NULL },
    { "keep-slower", 0, 0, G_OPTION_ARG_NONE, &choice->keep_slower,
      "put on the device also what is predicted to be quicker on the host (where loops are found, not marked)", NULL },
    { "transfers", 0, 0, G_OPTION_ARG_STRING, &choice->transfers, "parts of arrays, whole ones, or managed memory, which may be larger than the card's (default: 2d)",
      "2d|whole|managed" },
    { "math", 0, 0, G_OPTION_ARG_STRING, &choice->math, "fast: results may differ by rounding (default: exact)", "exact|fast" },
  };
  guint n = 0, m = count_entries (more);
  GOptionEntry *entries = g_new0 (GOptionEntry, G_N_ELEMENTS (own) + m + 1);
  g_auto (GStrv) left_out = g_strsplit (without ? without : "", " ", -1);

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (!g_strv_contains ((const char *const *) left_out, own[i].long_name))
      entries[n++] = own[i];
  if (m)
    memcpy (entries + n, more, m * sizeof *more);
  return entries;
}

static gboolean
read_block (const char *text, guint block[3])
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i]; i++)
    {
      guint64 value;
      if (i == 3 || !g_ascii_string_to_unsigned (g_strstrip (parts[i]), 10, 1, 1024, &value, NULL))
        return FALSE;
      block[i] = (guint) value;
    }
  return block[0] > 0;
}

/* The index of "word" in the list, 0 for no word, -1 if it is not there. */
static int
index_of (const char *word, const char *const *list)
{
  if (word == NULL)
    return 0;
  for (int i = 0; list[i]; i++)
    if (g_str_equal (list[i], word))
      return i;
  return -1;
}

static int
read_words (const IhopChoice *choice, IhopGenerateOptions *options)
{
  static const char *const transfers[] = { "2d", "whole", "managed", NULL };
  static const char *const models[] = { "sectors", "paper", NULL };
  static const char *const maths[] = { "exact", "fast", NULL };
  static const char *const searches[] = { "off", "quick", "thorough", NULL };
  int transfer = index_of (choice->transfers, transfers);
  int search = index_of (choice->search, searches);
  int model = index_of (choice->model, models), math = index_of (choice->math, maths);

  if (transfer < 0)
    return ihop_cli_misuse ("--transfers %s: expected 2d, whole or managed", choice->transfers);
  if (model < 0)
    return ihop_cli_misuse ("--model %s: expected sectors or paper", choice->model);
  if (math < 0)
    return ihop_cli_misuse ("--math %s: expected exact or fast", choice->math);
  if (search < 0)
    return ihop_cli_misuse ("--search %s: expected off, quick or thorough", choice->search);
  if (choice->search == NULL)
    search = choice->script ? IHOP_ADVISE_NOTHING : IHOP_ADVISE_QUICKLY;
  options->effort = (IhopAdviseEffort) search;
  options->search_seconds = choice->search_seconds;
  options->plan.transfers = (IhopTransferMode) transfer;
  options->plan.model = (IhopProfileModel) model;
  options->emit.fast_math = options->plan.may_round = math == 1;
  return -1;
}

int
ihop_choice_check_gpu (const char *name)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopGpu *gpu = ihop_gpu_load (name, diags);
  const IhopDiag *diag = diags->len ? diags->pdata[0] : NULL;

  if (gpu == NULL)
    return ihop_cli_misuse ("--gpu %s: %s (%s)", name ? name : "left out", ihop_message_text (diag->message),
                            ihop_message_text (diag->remedies->pdata[0]));
  ihop_gpu_free (gpu);
  return -1;
}

/* "i:x,j:y": pairs of an iterator and an axis, no axis twice. */
static gboolean
map_is_well_formed (const char *map)
{
  g_auto (GStrv) parts = g_strsplit (map, ",", -1);
  guint seen = 0;

  for (guint i = 0; parts[i]; i++)
    {
      const char *part = g_strstrip (parts[i]), *colon = strchr (part, ':');
      if (colon == NULL || colon == part || strlen (colon) != 2 || !strchr ("xyz", colon[1])
          || seen & 1u << (colon[1] - 'x'))
        return FALSE;
      seen |= 1u << (colon[1] - 'x');
    }
  return seen != 0;
}

static int
check_choice (const IhopChoice *choice)
{
  if (choice->pragma && choice->all)
    return ihop_cli_misuse ("--pragma and --auto exclude each other");
  if (choice->pragma && !g_str_equal (choice->pragma, "target")
      && !g_str_equal (choice->pragma, "scop"))
    return ihop_cli_misuse ("--pragma %s: expected target or scop", choice->pragma);
  if (choice->map && !map_is_well_formed (choice->map))
    return ihop_cli_misuse ("--map %s: expected pairs such as i:x,j:y", choice->map);
  return ihop_choice_check_gpu (choice->gpu);
}

int
ihop_choice_read (const IhopChoice *choice, IhopGenerateOptions *options)
{
  int code = check_choice (choice);

  if (code < 0)
    code = read_words (choice, options);
  if (code >= 0)
    return code;
  if (choice->block && !read_block (choice->block, options->plan.block))
    return ihop_cli_misuse ("--block %s: expected X[,Y[,Z]], each from 1 to 1024", choice->block);
  options->plan.map = choice->map;
  options->plan.gpu = choice->gpu;
  options->plan.no_motion = choice->no_motion;
  options->plan.keep_slower = choice->keep_slower;
  return -1;
}

void
ihop_choice_for_file (const IhopChoice *choice, const IhopProjectFile *file,
                      IhopGenerateOptions *options)
{
  if (choice->all)
    options->plan.choose = IHOP_CHOOSE_AUTO;
  else if (choice->pragma)
    options->plan.choose = g_str_equal (choice->pragma, "scop") ? IHOP_CHOOSE_SCOP
                                                                : IHOP_CHOOSE_TARGET;
  else
    options->plan.choose = ihop_project_usual_choice (file);
}

void
ihop_choice_clear (IhopChoice *choice)
{
  g_free (choice->pragma);
  g_free (choice->script);
  g_free (choice->script_out);
  g_free (choice->search);
  g_free (choice->block);
  g_free (choice->map);
  g_free (choice->gpu);
  g_free (choice->math);
  g_free (choice->transfers);
  g_free (choice->model);
}

int
ihop_choice_replay (const IhopChoice *choice, IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (choice->script == NULL)
    return IHOP_EXIT_DONE;
  if (files->len != 1)
    return ihop_cli_misuse ("--script works on one file at a time");
  if (!g_file_get_contents (choice->script, &text, NULL, &error))
    return ihop_cli_misuse ("%s", error->message);
  return ihop_project_transform (project, files->pdata[0], text, choice->script)
           ? IHOP_EXIT_DONE
           : IHOP_EXIT_REFUSED;
}

static char *
all_steps (const IhopProjectFile *file)
{
  GString *text = g_string_new (NULL);

  g_autoptr (GPtrArray) lines = ihop_project_script (file);

  g_string_append_printf (text, "# Steps for %s\n", file->path);
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) lines->pdata[i]);
  return g_string_free (text, FALSE);
}

static int
write_script (const IhopChoice *choice, const GPtrArray *files)
{
  g_autoptr (GError) error = NULL;

  if (choice->script_out == NULL)
    return IHOP_EXIT_DONE;
  if (files->len != 1)
    return ihop_cli_misuse ("--script-out works on one file at a time");
  g_autofree char *text = all_steps (files->pdata[0]);
  if (ihop_output_write_text (choice->script_out, text, &error))
    return IHOP_EXIT_DONE;
  g_printerr ("ihop: %s\n", error->message);
  return IHOP_EXIT_OUTSIDE;
}

/* With -v the note in the diags says the same. */
static void
show_found (const IhopCli *cli, const IhopProjectFile *file)
{
  const IhopAdvice *advice = file->advice;

  if (cli->quiet || cli->verbose || cli->is_json || advice == NULL || advice->steps->len == 0)
    return;
  g_autofree char *before = ihop_advice_seconds (advice->plain);
  g_autofree char *after = ihop_advice_seconds (advice->found);
  g_printerr ("%s: found and took (predicted: %s instead of %s; --script-out keeps it):\n",
              file->path, after, before);
  for (guint i = 0; i < advice->steps->len; i++)
    {
      g_autofree char *step = ihop_project_owners_text (file, advice->steps->pdata[i]);
      g_printerr ("  %s\n", step);
    }
}

int
ihop_choice_search (const IhopCli *cli, const IhopChoice *choice, IhopProject *project,
                    const IhopGenerateOptions *options)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    {
      IhopGenerateOptions own = *options;
      ihop_choice_for_file (choice, files->pdata[i], &own);
      ihop_cli_progress (cli, ((const IhopProjectFile *) files->pdata[i])->path);
      ihop_project_unpack (project, files->pdata[i], &own.plan);
      ihop_project_advise (project, files->pdata[i], &own.plan, own.effort, own.search_seconds);
      ihop_cli_progress (cli, NULL);
      show_found (cli, files->pdata[i]);
    }
  return write_script (choice, files);
}
