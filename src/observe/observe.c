/* From what a run left behind to what is said of each loop. */
#include "observe/observe.h"
#include "observe/record.h"
#include "observe/judge.h"
#include "observe/watched.h"
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- The record ------------------------------------------------------------------------------------------ */

static const IhopRecord *
map_record (const char *path)
{
  int file = open (path, O_RDONLY | O_CLOEXEC);
  void *record = file < 0 ? MAP_FAILED : mmap (NULL, sizeof (IhopRecord), PROT_READ, MAP_SHARED, file, 0);

  if (file >= 0)
    close (file);
  return record == MAP_FAILED ? NULL : record;
}

typedef struct
{
  IhopProject *project;
  const IhopNames *names;
  const IhopRecord *record;
  GHashTable *by_number;  /* loop number → IhopObservedLoop * */
  GHashTable *taken;      /* set of loop numbers */
  GHashTable *paths;      /* absolute path → the project's own */
} Reading;

static const char *
known_path (const Reading *reading, const char *path)
{
  const char *found = path ? g_hash_table_lookup (reading->paths, path) : NULL;

  return found ? found : path ? path : "";
}

/* The number of the loop that starts here: those of one place (they come from a macro) in their order. */
static guint
find_number (Reading *reading, const IhopLoop *loop, const char *path)
{
  guint line = ihop_range_line (loop->name->loop->place), column = ihop_range_column (loop->name->loop->place);

  for (guint i = 0; i < reading->names->loops->len; i++)
    {
      gpointer number = reading->names->loops->pdata[i];
      const IhopName *name = ihop_names_find (reading->names, GPOINTER_TO_UINT (number));
      if (name->line != line || name->column != column || g_hash_table_contains (reading->taken, number)
          || g_strcmp0 (name->name, loop->name->function->symbol->name) != 0
          || g_strcmp0 (known_path (reading, name->path), path) != 0)
        continue;
      g_hash_table_add (reading->taken, number);
      return GPOINTER_TO_UINT (number);
    }
  return 0;
}

/* Loops that still ran when the program ended. */
static void
add_unfinished (const Reading *reading, IhopObservedLoop *observed, guint number)
{
  const IhopRecord *record = reading->record;

  for (guint64 d = 1; d <= MIN (record->depth, IHOP_RECORD_DEPTH); d++)
    {
      const IhopRecordActive *active = &record->active[d];
      guint64 trips = active->count ? active->count : (active->iteration - active->entry) >> IHOP_STAMP_SHIFT;
      if (active->loop != number)
        continue;
      observed->trips += trips;
      observed->most = MAX (observed->most, trips);
      observed->least = observed->runs > 1 ? MIN (observed->least, trips) : trips;
    }
}

static IhopObservedLoop *
read_loop (Reading *reading, const IhopLoop *loop, const char *path)
{
  IhopObservedLoop *observed = g_new0 (IhopObservedLoop, 1);
  guint number = find_number (reading, loop, path);
  const IhopRecordLoop *record = &reading->record->loops[number];

  observed->loop = loop;
  observed->share = -1;
  observed->meetings = ihop_meetings_new ();
  observed->is_watched = number != 0;
  if (number == 0)
    return observed;
  g_hash_table_insert (reading->by_number, GUINT_TO_POINTER (number), observed);
  observed->runs = record->runs;
  observed->trips = record->total;
  observed->least = record->least;
  observed->most = record->most;
  if (record->finished < record->runs)
    add_unfinished (reading, observed, number);
  if (reading->record->samples > 0)
    {
      observed->share = (double) record->samples / (double) reading->record->samples;
      observed->own_share = (double) record->own / (double) reading->record->samples;
    }
  return observed;
}

/* ---- Meetings -------------------------------------------------------------------------------------------- */

static IhopAccessPlace
site_of (const Reading *reading, guint number)
{
  const IhopName *name = ihop_names_find (reading->names, number);

  if (name == NULL)
    return (IhopAccessPlace){ g_strdup (""), 0, 0, g_strdup ("realloc()") };
  return (IhopAccessPlace){ g_strdup (known_path (reading, name->path)), name->line, name->column, g_strdup (name->name) };
}

/* A variable is named by itself; memory of the heap by what the access starts from. */
static char *
element_of (const Reading *reading, const IhopRecordMeeting *record, const IhopName *object)
{
  guint64 offset = record->address - record->base;
  const IhopName *sink = ihop_names_find (reading->names, record->key & (IHOP_RECORD_SITES - 1));

  if (object)
    return ihop_names_element (object->name, object->layout, offset);
  if (record->size && sink && *sink->layout && *sink->layout != '=')
    return ihop_names_element (*sink->name ? sink->name : "memory", sink->layout, offset);
  return g_strdup (sink && *sink->name ? sink->name : "memory");
}

static gboolean
is_declared_inside (const Reading *reading, const IhopLoop *loop, const IhopName *object)
{
  IhopRange place = loop->name->loop->place;
  guint line, column;

  if (object == NULL || object->line == 0 || place.source == NULL
      || g_strcmp0 (known_path (reading, object->path), place.source->path) != 0)
    return FALSE;
  ihop_source_locate (place.source, place.end, &line, &column);
  return object->line >= ihop_range_line (place) && object->line <= line
         && g_strcmp0 (object->function, loop->name->function->symbol->name) == 0;
}

static IhopMeeting *
read_meeting (const Reading *reading, const IhopRecordMeeting *record, const IhopLoop *loop)
{
  IhopMeeting *meeting = g_new0 (IhopMeeting, 1);
  const IhopName *object = record->object ? ihop_names_find (reading->names, record->object) : NULL;

  meeting->kind = (IhopDependenceKind) (record->key >> 42 & 3);
  meeting->source = site_of (reading, record->key >> 21 & (IHOP_RECORD_SITES - 1));
  meeting->sink = site_of (reading, record->key & (IHOP_RECORD_SITES - 1));
  meeting->source_iteration = record->source;
  meeting->sink_iteration = record->sink;
  meeting->distance = record->distance;
  meeting->at_least = record->at_least != 0;
  meeting->run = record->run;
  meeting->element = element_of (reading, record, object);
  meeting->object = object ? g_strdup (object->name) : NULL;
  meeting->is_inside = is_declared_inside (reading, loop, object);
  return meeting;
}

static int
compare_meetings (gconstpointer a, gconstpointer b)
{
  const IhopMeeting *x = *(const IhopMeeting *const *) a, *y = *(const IhopMeeting *const *) b;

  if (x->source.line != y->source.line)
    return x->source.line < y->source.line ? -1 : 1;
  if (x->sink.line != y->sink.line)
    return x->sink.line < y->sink.line ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->source.column > y->source.column) - (x->source.column < y->source.column);
}

static void
read_meetings (Reading *reading, IhopObservation *observation)
{
  for (guint i = 0; i < IHOP_RECORD_MEETINGS; i++)
    {
      const IhopRecordMeeting *record = &reading->record->meetings[i];
      IhopObservedLoop *observed = record->key == 0 ? NULL : g_hash_table_lookup (
        reading->by_number, GUINT_TO_POINTER ((guint) (record->key >> 44)));
      if (observed)
        g_ptr_array_add (observed->meetings, read_meeting (reading, record, observed->loop));
    }
  for (guint i = 0; i < observation->loops->len; i++)
    g_ptr_array_sort (((IhopObservedLoop *) observation->loops->pdata[i])->meetings, compare_meetings);
}

/* ---- All of it ------------------------------------------------------------------------------------------- */

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Functions with bodies in other files are seen there. */
static gboolean
has_body (IhopProject *project, const char *name)
{
  const GPtrArray *files = ihop_project_files (project);

  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      for (guint j = 0; file->tree && j < file->tree->functions->len; j++)
        if (g_str_equal (((const IhopFunction *) file->tree->functions->pdata[j])->symbol->name, name))
          return TRUE;
    }
  return FALSE;
}

static void
list_unseen (IhopProject *project, const IhopNames *names, IhopObservation *observation)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, names->unknown);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!has_body (project, name))
      g_ptr_array_add (observation->unseen, g_strdup (name));
  g_ptr_array_sort (observation->unseen, compare_words);
}

static void
read_loops (Reading *reading, IhopObservation *observation)
{
  const GPtrArray *files = ihop_project_files (reading->project);

  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      g_hash_table_insert (reading->paths, ihop_names_real_path (file->path), file->path);
    }
  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      const GPtrArray *loops = ihop_project_analyze (reading->project, file);
      for (guint j = 0; j < loops->len; j++)
        g_ptr_array_add (observation->loops, read_loop (reading, loops->pdata[j], file->path));
    }
}

static void
read_record (IhopProject *project, const IhopWatched *watched, const IhopRecord *record,
             IhopObservation *observation)
{
  Reading reading = { .project = project, .names = watched->names, .record = record };

  reading.by_number = g_hash_table_new (NULL, NULL);
  reading.taken = g_hash_table_new (NULL, NULL);
  reading.paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  observation->threads = record->threads;
  read_loops (&reading, observation);
  read_meetings (&reading, observation);
  if (record->lost > 0)
    g_ptr_array_add (observation->unseen, g_strdup ("(more meetings than there is room for)"));
  g_hash_table_unref (reading.by_number);
  g_hash_table_unref (reading.taken);
  g_hash_table_unref (reading.paths);
}

static void
read_watched (IhopProject *project, const IhopWatched *watched, IhopObservation *observation)
{
  const IhopRecord *record = map_record (watched->record);

  if (record == NULL || record->magic != IHOP_RECORD_MAGIC || record->refused)
    observation->failure = g_strdup (record && record->refused
                                       ? "the system does not give the address space that the record of accesses needs"
                                       : "the observed program left no record");
  else
    read_record (project, watched, record, observation);
  if (record)
    munmap ((void *) record, sizeof (IhopRecord));
}

static void
take_end (IhopObservation *observation, IhopWatched *watched)
{
  observation->status = watched->status;
  observation->signal = watched->signal;
  observation->timed_out = watched->timed_out;
  observation->seconds = watched->seconds;
  g_free (observation->output);
  observation->output = g_steal_pointer (&watched->output);
  observation->failure = g_steal_pointer (&watched->failure);
}

/* The first run, at nearly full speed: time, and all there is where accesses are not asked for. */
static void
observe_time (IhopProject *project, const IhopObserveOptions *options, IhopObservation *observation)
{
  IhopWatched *watched = ihop_watched_run (project, options, IHOP_WATCH_TRIPS, NULL);

  take_end (observation, watched);
  observation->plain_seconds = watched->seconds;
  if (observation->failure == NULL)
    read_watched (project, watched, observation);
  ihop_watched_free (watched, options->keep != NULL);
}

static void
observe_accesses (IhopProject *project, const IhopObserveOptions *options, IhopObservation *observation)
{
  IhopWatched *watched = ihop_watched_run (project, options, IHOP_WATCH_ACCESSES, NULL);
  g_autoptr (GPtrArray) timed = g_steal_pointer (&observation->loops);

  observation->loops = ihop_observed_loops_new ();
  take_end (observation, watched);
  if (observation->failure == NULL)
    {
      list_unseen (project, watched->names, observation);
      read_watched (project, watched, observation);
    }
  for (guint i = 0; i < MIN (timed->len, observation->loops->len); i++)
    {
      const IhopObservedLoop *from = timed->pdata[i];
      IhopObservedLoop *to = observation->loops->pdata[i];
      to->share = from->share;
      to->own_share = from->own_share;
    }
  ihop_watched_free (watched, options->keep != NULL);
}

/* Files that were read, and a program without libraries of its own: where "main" is not, it will not be found. */
static gboolean
lacks_main (IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);
  const char *const *flags = ihop_project_flags (project);

  for (guint i = 0; i < files->len; i++)
    if (((const IhopProjectFile *) files->pdata[i])->tree == NULL)
      return FALSE;
  for (guint i = 0; flags[i]; i++)
    if (g_str_has_prefix (flags[i], "-l") || g_str_has_prefix (flags[i], "-Wl,"))
      return FALSE;
  return !has_body (project, "main");
}

IhopObservation *
ihop_observe_project (IhopProject *project, const IhopObserveOptions *options)
{
  IhopObservation *observation = g_new0 (IhopObservation, 1);

  observation->loops = ihop_observed_loops_new ();
  observation->unseen = g_ptr_array_new_with_free_func (g_free);
  observation->has_accesses = !options->trips_only;
  observation->is_no_program = lacks_main (project);
  if (observation->is_no_program)
    observation->failure = g_strdup ("nothing can be run: no function 'main' is in these files; give all files of the "
                                     "program, or one more with a 'main' that calls what shall be observed");
  if (!options->accesses_only && observation->failure == NULL)
    observe_time (project, options, observation);
  if (!options->trips_only && observation->failure == NULL)
    observe_accesses (project, options, observation);
  if (observation->failure == NULL)
    ihop_observe_judge (project, options, observation);
  return observation;
}
