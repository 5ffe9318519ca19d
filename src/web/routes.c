/* What there is to ask for. data/web/openapi.json describes those below /api/. */
#include "web/api.h"
#include "web/events.h"
#include "web/pages.h"
#include <string.h>

const IhopWebRoute ihop_web_routes[] = {
  { "GET", "/", ihop_web_get_start },
  { "GET", "/about", ihop_web_get_about },
  { "GET", "/api", ihop_web_get_api_page },
  { "GET", "/static/*", ihop_web_get_static },
  { "GET", "/robots.txt", ihop_web_get_robots },
  { "GET", "/health", ihop_web_get_health },
  { "GET", "/metrics", ihop_web_get_metrics },
  { "POST", "/jobs", ihop_web_post_job_form, IHOP_WEB_TAKES_BODY },
  { "GET", "/jobs/*", ihop_web_get_job_page },
  { "GET", "/jobs/*/edit", ihop_web_get_edit_page },
  { "GET", "/jobs/*/parts/*", ihop_web_get_part_page },
  { "POST", "/jobs/*/steps", ihop_web_post_steps_form, IHOP_WEB_TAKES_BODY },
  { "POST", "/jobs/*/mark", ihop_web_post_mark_form, IHOP_WEB_TAKES_BODY },
  { "POST", "/jobs/*/cancel", ihop_web_post_cancel_form, IHOP_WEB_TAKES_BODY },
  { "POST", "/jobs/*/delete", ihop_web_post_delete_form, IHOP_WEB_TAKES_BODY },
  { "GET", "/api/v1/openapi.json", ihop_web_get_openapi },
  { "GET", "/api/v1/transforms", ihop_web_get_transforms },
  { "GET", "/api/v1/gpus", ihop_web_get_gpus },
  { "POST", "/api/v1/jobs", ihop_web_post_job, IHOP_WEB_TAKES_BODY },
  { "GET", "/api/v1/jobs/*", ihop_web_get_job },
  { "DELETE", "/api/v1/jobs/*", ihop_web_delete_job },
  { "POST", "/api/v1/jobs/*/cancel", ihop_web_post_cancel },
  { "GET", "/api/v1/jobs/*/events", ihop_web_get_events },
  { "GET", "/api/v1/jobs/*/results/*", ihop_web_get_result },
  { "GET", "/api/v1/jobs/*/archive.zip", ihop_web_get_archive },
  { "GET", "/api/v1/jobs/*/files/**", ihop_web_get_file },
  { NULL, NULL, NULL }
};

static void
clear_parts (char *parts[IHOP_WEB_MOST_PARTS])
{
  for (guint i = 0; i < IHOP_WEB_MOST_PARTS; i++)
    g_clear_pointer (&parts[i], g_free);
}

static gboolean
matches (const char *pattern, const char *path, char *parts[IHOP_WEB_MOST_PARTS])
{
  guint n = 0;

  for (;;)
    {
      gsize wanted = strcspn (pattern + 1, "/"), given = strcspn (path + 1, "/");
      gboolean is_rest = g_str_equal (pattern, "/**");
      if (is_rest)
        given = strlen (path + 1);
      if (is_rest || (wanted == 1 && pattern[1] == '*'))
        {
          if (given == 0)
            return FALSE;
          parts[n++] = g_strndup (path + 1, given);
        }
      else if (wanted != given || strncmp (pattern, path, wanted + 1) != 0)
        return FALSE;
      if (is_rest)
        return TRUE;
      pattern += wanted + 1;
      path += given + 1;
      if (*pattern == 0 || *path == 0)
        return *pattern == *path;
    }
}

const IhopWebRoute *
ihop_web_find_route (const char *method, const char *path, char *parts[IHOP_WEB_MOST_PARTS],
                     guint *status)
{
  const char *wanted = g_str_equal (method, "HEAD") ? "GET" : method;

  *status = MHD_HTTP_NOT_FOUND;
  for (const IhopWebRoute *route = ihop_web_routes; *path == '/' && route->method; route++)
    {
      if (matches (route->pattern, path, parts))
        {
          if (g_str_equal (route->method, wanted))
            return route;
          *status = MHD_HTTP_METHOD_NOT_ALLOWED;
        }
      clear_parts (parts);
    }
  return NULL;
}

char *
ihop_web_methods_of (const char *path)
{
  GString *methods = g_string_new (NULL);

  for (const IhopWebRoute *route = ihop_web_routes; route->method; route++)
    {
      char *parts[IHOP_WEB_MOST_PARTS] = { NULL };
      if (matches (route->pattern, path, parts))
        g_string_append_printf (methods, "%s%s%s", methods->len ? ", " : "", route->method,
                                g_str_equal (route->method, "GET") ? ", HEAD" : "");
      clear_parts (parts);
    }
  return g_string_free (methods, FALSE);
}
