#include "web/pages.h"
#include "web/api.h"
#include "web/assets.h"
#include "web/files.h"
#include "web/html.h"
#include "web/layout.h"
#include "web/names.h"
#include "web/reply.h"
#include "web/upload.h"
#include <string.h>

#define HTML "text/html; charset=utf-8"

/* An asset with "{{name}}" filled in; pairs of name and HTML, ends with NULL. Caller frees. */
static char *
fill (const char *asset, ...)
{
  g_autofree char *text = ihop_web_asset_text (asset);
  GString *out = g_string_new (text);
  va_list pairs;

  va_start (pairs, asset);
  for (const char *name = va_arg (pairs, const char *); name; name = va_arg (pairs, const char *))
    {
      g_autofree char *mark = g_strdup_printf ("{{%s}}", name);
      g_string_replace (out, mark, va_arg (pairs, const char *), 0);
    }
  va_end (pairs);
  return g_string_free (out, FALSE);
}

/* "24 hours" */
static char *
keep_text (const IhopWebConfig *config)
{
  int minutes = config->keep_minutes;

  return minutes % 60 == 0 && minutes > 60 ? g_strdup_printf ("%d hours", minutes / 60)
                                           : g_strdup_printf ("%d minutes", minutes);
}

/* Devices as <option>s. */
static char *
gpu_options (const IhopWeb *web, const char *chosen)
{
  const char *fault;
  g_autoptr (JsonNode) root = ihop_web_json_read (web->gpus, strlen (web->gpus), &fault);
  JsonArray *gpus = root ? ihop_json_get_array (json_node_get_object (root), "gpus") : NULL;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < ihop_json_length (gpus); i++)
    {
      JsonObject *gpu = ihop_json_object_at (gpus, i);
      const char *name = ihop_json_get_text (gpu, "name");
      ihop_html_add (out, "<option value=\"%s\"", name);
      if (g_strcmp0 (name, chosen ? chosen : "generic") == 0)
        g_string_append (out, " selected");
      ihop_html_add (out, ">%s: %s</option>", name, ihop_json_get_text (gpu, "summary"));
    }
  return g_string_free (out, FALSE);
}

/* The catalogue as a <datalist>, and as a list to read. */
static void
put_catalogue (const IhopWeb *web, GString *out)
{
  const char *fault;
  g_autoptr (JsonNode) root = ihop_web_json_read (web->transforms, strlen (web->transforms), &fault);
  JsonArray *all = root ? ihop_json_get_array (json_node_get_object (root), "transforms") : NULL;
  g_autoptr (GString) list = g_string_new (NULL);

  g_string_append (out, "<datalist id=\"catalogue\">");
  for (guint i = 0; i < ihop_json_length (all); i++)
    {
      JsonObject *entry = ihop_json_object_at (all, i);
      const char *name = ihop_json_get_text (entry, "name"), *usage = ihop_json_get_text (entry, "usage");
      const char *summary = ihop_json_get_text (entry, "summary");
      ihop_html_add (out, "<option value=\"%s %s\">%s</option>", name, usage, summary);
      ihop_html_add (list, "<dt><code>%s %s</code></dt><dd>%s</dd>\n", name, usage, summary);
    }
  g_string_append_printf (out, "</datalist>\n<details class=\"catalogue\"><summary>The catalogue (%u "
                               "steps)</summary><dl>\n%s</dl></details>\n",
                          ihop_json_length (all), list->str);
}

/* Programs to begin with: files of data/web/examples, what they are called on the page, what they show. */
static const char *const examples[][3] = {
  { "matrix.c", "matrix multiplication", "all loops parallel, one as a reduction" },
  { "heat.c", "heat in a plate", "sequential in time, parallel in space; what travels when" },
  { "wave.c", "a wave front", "parallel only along the diagonals: try the step wavefront wave/i/j" },
  { "histogram.c", "a histogram", "elements known only at run time" },
  { "scan.c", "running sums", "refuted, with two iterations that collide" },
};

static char *
example_links (void)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    ihop_html_add (out, "<li><a href=\"/?example=%s#paste\">%s</a>: %s</li>\n", examples[i][0], examples[i][1], examples[i][2]);
  return g_string_free (out, FALSE);
}

/* The text of an example as HTML, or nothing. Caller frees. */
static char *
example_text (const char *name)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; name && i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (examples[i][0], name))
      {
        g_autofree char *path = g_strconcat ("examples/", name, NULL), *text = ihop_web_asset_text (path);
        ihop_html_text (out, text);
      }
  return g_string_free (out, FALSE);
}

void
ihop_web_get_start (IhopWebRequest *request)
{
  const IhopWebConfig *config = &request->web->config;
  g_autofree char *gpus = gpu_options (request->web, NULL), *keep = keep_text (config);
  g_autofree char *size = g_strdup_printf ("%d MB", MAX (config->upload_kb / 1024, 1));
  g_autofree char *files = g_strdup_printf ("%d", config->files);
  const char *chosen = ihop_web_parameter (request, "example");
  g_autofree char *links = example_links (), *text = example_text (chosen);
  char *body = fill ("start.html", "gpus", gpus, "keep", keep, "size", size, "files", files, "examples", links, "open",
                     *text ? " open" : "", "name", *text ? chosen : "pasted.c", "text", text, NULL);

  ihop_web_reply_text (request, MHD_HTTP_OK, HTML, ihop_html_page ("C to CUDA", NULL, body));
}

void
ihop_web_get_about (IhopWebRequest *request)
{
  g_autofree char *keep = keep_text (&request->web->config);
  g_autoptr (GString) version = g_string_new (NULL);

  ihop_html_text (version, request->web->version);
  ihop_web_reply_text (request, MHD_HTTP_OK, HTML,
                       ihop_html_page ("About", NULL,
                                       fill ("about.html", "keep", keep, "version", version->str, NULL)));
}

void
ihop_web_get_api_page (IhopWebRequest *request)
{
  ihop_web_reply_text (request, MHD_HTTP_OK, HTML,
                       ihop_html_page ("API", NULL, fill ("api.html", NULL, NULL)));
}

void
ihop_web_get_robots (IhopWebRequest *request)
{
  ihop_web_reply_text (request, MHD_HTTP_OK, "text/plain; charset=utf-8",
                       g_strdup ("User-agent: *\nDisallow: /jobs/\nDisallow: /api/\n"));
}

void
ihop_web_get_static (IhopWebRequest *request)
{
  static const char *const names[] = { "style.css", "app.js", "icon.svg", NULL };
  const char *name = request->parts[0];
  g_autoptr (GBytes) bytes = g_strv_contains (names, name) ? ihop_web_asset (name) : NULL;

  if (bytes)
    ihop_web_reply_asset (request, ihop_web_type_of (name), bytes);
  else
    ihop_web_reply_error (request, MHD_HTTP_NOT_FOUND, "There is no such page, or it was deleted.");
}

/* Behind a form: the new job's page, or the refusal that was already given. */
static void
go_to_job (IhopWebRequest *request, const char *id)
{
  g_autofree char *place = id ? g_strconcat ("/jobs/", id, NULL) : NULL;

  if (place)
    ihop_web_reply_see_other (request, place);
}

void
ihop_web_post_job_form (IhopWebRequest *request)
{
  g_autofree char *id
    = ihop_web_job_make (request, ihop_web_upload_field (request->upload, "from"), NULL);

  go_to_job (request, id);
}

static void
put_times (IhopWebRequest *request, const IhopJob *job, GString *out)
{
  g_autofree char *expires = ihop_web_time_text (job->expires);

  ihop_html_add (out,
                 "<aside class=\"keep\"><p>Who knows the address of this page sees it. It is deleted with "
                 "everything in it on %s.</p><form method=\"post\" action=\"/jobs/%s/delete\" class=\"inline\">"
                 "<button class=\"quiet\">Delete it now</button></form></aside>\n", expires, job->id);
}

/* While it waits or runs: without JavaScript the page asks again by itself. */
static void
reply_waiting (IhopWebRequest *request, const IhopJob *job)
{
  GString *body = g_string_new (NULL);

  ihop_html_add (body,
                 "<h1>Working…</h1>\n<div id=\"progress\" data-events=\"/api/v1/jobs/%s/events\">"
                 "<p role=\"status\" aria-live=\"polite\">Stage: <b id=\"stage\">%s</b></p>"
                 "<progress aria-label=\"Progress\"></progress></div>\n", job->id, job->stage);
  if (job->state == IHOP_JOB_QUEUED)
    ihop_html_add (body, "<p>%u jobs are before yours.</p>\n", ihop_jobs_ahead (request->web->jobs, job));
  ihop_html_add (body, "<form method=\"post\" action=\"/jobs/%s/cancel\"><button class=\"quiet\">Cancel</button></form>\n",
                 job->id);
  ihop_web_reply_text (request, MHD_HTTP_OK, HTML,
                       ihop_html_page ("Working", "<noscript><meta http-equiv=\"refresh\" content=\"2\">"
                                                  "</noscript>\n", g_string_free (body, FALSE)));
}

static void
reply_failed (IhopWebRequest *request, const IhopJob *job)
{
  GString *body = g_string_new (NULL);
  const char *title = g_str_equal (job->stage, "cancelled") ? "The job was cancelled" : "The job failed";

  ihop_html_add (body, "<h1>%s</h1>\n", title);
  ihop_html_add (body, "<p class=\"fault\" role=\"alert\">%s</p>\n<p><a class=\"button\" href=\"/jobs/%s/edit\">"
                       "Edit and run again</a> <a class=\"button quiet\" href=\"/\">New job</a></p>\n",
                 job->message, job->id);
  put_times (request, job, body);
  ihop_web_reply_text (request, MHD_HTTP_OK, HTML,
                       ihop_html_page (title, NULL, g_string_free (body, FALSE)));
}

/* Also of a job that has failed: as far as it came. FALSE: there is none. */
static gboolean
reply_result (IhopWebRequest *request, const IhopJob *job)
{
  g_autofree char *path
    = ihop_web_job_path (request->web->config.state, job->id, "result/page.html");
  g_autoptr (GString) catalogue = g_string_new (NULL);
  g_autofree char *text = NULL;
  GString *body;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  put_catalogue (request->web, catalogue);
  body = g_string_new (text);
  g_string_replace (body, "<!-- catalogue -->", catalogue->str, 1);
  put_times (request, job, body);
  ihop_web_reply_page (request, ihop_html_page ("Result", NULL, g_string_free (body, FALSE)));
  return TRUE;
}

void
ihop_web_get_job_page (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);

  if (job == NULL)
    return;
  if (!ihop_job_is_over (job))
    reply_waiting (request, job);
  else if (!reply_result (request, job))
    reply_failed (request, job);
}

/* "2-13": part 13 of source 2, as its worker wrote it. */
void
ihop_web_get_part_page (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);
  const char *part = request->parts[1];
  g_autofree char *below = g_strdup_printf ("result/parts-%s.html", part), *path = NULL, *text = NULL;

  if (job == NULL)
    return;
  path = ihop_web_job_path (request->web->config.state, job->id, below);
  if (strspn (part, "0123456789-") == strlen (part) && g_file_get_contents (path, &text, NULL, NULL))
    ihop_web_reply_page (request, ihop_html_page ("Result", NULL, g_steal_pointer (&text)));
  else
    ihop_web_reply_error (request, MHD_HTTP_NOT_FOUND, "There is no such part.");
}

/* The first C file of a job that is done. Caller frees; NULL: it has none. */
static char *
first_source (const IhopWeb *web, const IhopJob *job)
{
  g_autofree char *path = ihop_web_job_path (web->config.state, job->id, "result/report.json"), *text = NULL;
  const char *fault;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL))
    return NULL;
  g_autoptr (JsonNode) root = ihop_web_json_read (text, size, &fault);
  JsonArray *sources = root ? ihop_json_get_array (json_node_get_object (root), "sources") : NULL;
  return ihop_json_length (sources) ? g_strdup (ihop_json_text_at (sources, 0)) : NULL;
}

/* For a job that failed: any C file that lies on top of its upload. */
static char *
first_upload (const IhopWeb *web, const IhopJob *job)
{
  g_autofree char *folder = ihop_web_job_path (web->config.state, job->id, "upload");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, ".c"))
      return g_strdup (name);
  return NULL;
}

/* The text of a C file as it was uploaded, or came out of an archive. NULL: it is not there. */
static char *
read_source (const IhopWeb *web, const IhopJob *job, const char *name)
{
  static const char *const places[] = { "upload", "result/files" };

  for (guint i = 0; name && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *folder = ihop_web_job_path (web->config.state, job->id, places[i]);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char *text = NULL;
      if (g_file_get_contents (path, &text, NULL, NULL))
        return text;
    }
  return NULL;
}

void
ihop_web_get_edit_page (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);
  const char *wanted = ihop_web_parameter (request, "file");
  g_autofree char *text = NULL, *name = NULL, *gpus = NULL, *flags = NULL;
  g_autoptr (IhopWebOptions) options = NULL;
  g_autoptr (GString) body = g_string_new (NULL), shown = g_string_new (NULL), flag_text = g_string_new (NULL);

  if (job == NULL)
    return;
  name = wanted ? g_strdup (wanted) : first_source (request->web, job);
  if (name == NULL)
    name = first_upload (request->web, job);
  if (ihop_web_name_fault (name) == NULL)
    text = read_source (request->web, job, name);
  if (text == NULL)
    {
      ihop_web_reply_error (request, MHD_HTTP_NOT_FOUND, "There is no C file to edit.");
      return;
    }
  options = ihop_web_job_options (job);
  ihop_html_text (shown, text);
  g_ptr_array_add (options->flags, NULL);
  flags = g_strjoinv (" ", (char **) options->flags->pdata);
  ihop_html_text (flag_text, flags);
  gpus = gpu_options (request->web, options->gpu);
  ihop_web_reply_text (request, MHD_HTTP_OK, HTML,
                       ihop_html_page ("Edit", NULL,
                                       fill ("edit.html", "id", job->id, "name", name, "flags", flag_text->str,
                                             "gpus", gpus, "text", shown->str, NULL)));
}

/* Steps of a job, less the last or with more. */
static GPtrArray *
new_steps (const IhopWebRequest *request, const IhopWebOptions *options, guint applied)
{
  const char *more = ihop_web_upload_field (request->upload, "step");
  gboolean back = ihop_web_upload_field (request->upload, "back") != NULL;
  GPtrArray *steps = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = g_strsplit_set (more ? more : "", "\r\n", -1);

  for (guint i = 0; i < applied && i < options->steps->len; i++)
    g_ptr_array_add (steps, g_strdup (options->steps->pdata[i]));
  if (back && steps->len)
    g_ptr_array_set_size (steps, (int) steps->len - 1);
  for (guint i = 0; lines[i] && !back; i++)
    if (*g_strstrip (lines[i]))
      g_ptr_array_add (steps, g_strdup (lines[i]));
  return steps;
}

static guint
applied_steps (const IhopWeb *web, const IhopJob *job, const IhopWebOptions *options)
{
  g_autofree char *path = ihop_web_job_path (web->config.state, job->id, "result/report.json"), *text = NULL;
  const char *fault;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, NULL))
    return options->steps->len;
  g_autoptr (JsonNode) root = ihop_web_json_read (text, size, &fault);
  return root ? (guint) ihop_json_get_int (json_node_get_object (root), "applied_steps") : 0;
}

/* The job it came from has one step less, and is still there: then going back is looking at it. */
static char *
find_earlier (const IhopWeb *web, const IhopJob *job, const GPtrArray *steps)
{
  g_autoptr (IhopJob) parent = job->parent ? ihop_jobs_find (web->jobs, job->parent, NULL) : NULL;
  g_autoptr (IhopWebOptions) options = parent ? ihop_web_job_options (parent) : NULL;

  if (options == NULL || options->steps->len != steps->len)
    return NULL;
  for (guint i = 0; i < steps->len; i++)
    if (!g_str_equal (steps->pdata[i], options->steps->pdata[i]))
      return NULL;
  return g_strdup (parent->id);
}

void
ihop_web_post_steps_form (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);
  g_autoptr (IhopWebOptions) options = job ? ihop_web_job_options (job) : NULL;
  g_autoptr (GPtrArray) steps = NULL;
  g_autofree char *id = NULL;

  if (job == NULL)
    return;
  steps = new_steps (request, options, applied_steps (request->web, job, options));
  if (ihop_web_upload_field (request->upload, "back"))
    id = find_earlier (request->web, job, steps);
  if (id == NULL)
    id = ihop_web_job_make (request, job->id, steps);
  go_to_job (request, id);
}

/* "#pragma target" as a line of its own before this line, indented as it is. Caller frees; NULL: there is
 * no such line. */
static char *
mark_line (const char *text, guint line)
{
  const char *at = text;
  GString *marked = NULL;

  for (guint i = 1; i < line && at; i++)
    if ((at = strchr (at, '\n')))
      at++;
  if (line == 0 || at == NULL || *at == 0)
    return NULL;
  marked = g_string_new_len (text, at - text);
  g_string_append_len (marked, at, (gssize) strspn (at, " \t"));
  g_string_append_printf (marked, "#pragma target\n%s", at);
  return g_string_free (marked, FALSE);
}

/* Fields: file, line, and what any job may ask for (mode=target). The other files stay (keep). */
void
ihop_web_post_mark_form (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);
  const char *file = ihop_web_upload_field (request->upload, "file");
  const char *line = ihop_web_upload_field (request->upload, "line");
  g_autofree char *text = NULL, *marked = NULL, *id = NULL;

  if (job == NULL)
    return;
  if (ihop_web_name_fault (file) == NULL)
    text = read_source (request->web, job, file);
  if (text && line)
    marked = mark_line (text, (guint) g_ascii_strtoull (line, NULL, 10));
  if (marked == NULL)
    {
      ihop_web_reply_error (request, MHD_HTTP_BAD_REQUEST, "There is no such line to mark.");
      return;
    }
  if (ihop_web_upload_add (request->upload, request, file, marked, strlen (marked)))
    id = ihop_web_job_make (request, job->id, NULL);
  go_to_job (request, id);
}

void
ihop_web_post_cancel_form (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);

  if (job == NULL)
    return;
  ihop_web_job_cancel (request->web, job);
  go_to_job (request, job->id);
}

void
ihop_web_post_delete_form (IhopWebRequest *request)
{
  g_autoptr (IhopJob) job = ihop_web_request_job (request);

  if (job == NULL || !ihop_web_job_delete (request, job))
    return;
  ihop_web_reply_text (request, MHD_HTTP_OK, HTML,
                       ihop_html_page ("Deleted", NULL, g_strdup ("<h1>Deleted</h1>\n<p>The job and its files "
                                                                  "are gone.</p>\n<p><a class=\"button\" "
                                                                  "href=\"/\">New job</a></p>\n")));
}
