#include "check/verify.h"
#include <json-glib/json-glib.h>

static void
result_free (gpointer data)
{
  IhopCheckResult *result = data;

  g_free (result->product);
  g_free (result->message);
  g_free (result->output);
  g_free (result);
}

static void
fault_free (gpointer data)
{
  IhopFaultResult *fault = data;

  g_free (fault->fault);
  g_free (fault->how);
  g_free (fault);
}

IhopCheckReport *
ihop_check_report_new (void)
{
  IhopCheckReport *report = g_new0 (IhopCheckReport, 1);

  report->results = g_ptr_array_new_with_free_func (result_free);
  report->faults = g_ptr_array_new_with_free_func (fault_free);
  report->notes = g_ptr_array_new_with_free_func (g_free);
  return report;
}

void
ihop_check_report_free (IhopCheckReport *report)
{
  if (report == NULL)
    return;
  g_ptr_array_unref (report->results);
  g_ptr_array_unref (report->faults);
  g_ptr_array_unref (report->notes);
  g_free (report->failure);
  g_free (report->original_output);
  g_free (report);
}

IhopCheckState
ihop_check_report_state (const IhopCheckReport *report)
{
  IhopCheckState state = IHOP_CHECK_EQUAL;

  for (guint i = 0; i < report->results->len; i++)
    state = MAX (state, ((const IhopCheckResult *) report->results->pdata[i])->state);
  return state;
}

const char *
ihop_check_state_name (IhopCheckState state)
{
  static const char *const names[] = { "equal", "within", "skipped", "different", "broken" };

  return names[state];
}

/* A program that ended early has no report: then there is nothing to say. */
void
ihop_check_read_transfers (const char *path, IhopCheckResult *result)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  if (!json_parser_load_from_file (parser, path, NULL))
    return;
  JsonNode *root = json_parser_get_root (parser);
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  if (object == NULL || !json_object_has_member (object, "bound"))
    return;
  JsonObject *bound = json_object_get_object_member (object, "bound");
  result->has_transfers = TRUE;
  result->moved = (guint64) (json_object_get_int_member (bound, "moved_host_to_device")
                             + json_object_get_int_member (bound, "moved_device_to_host"));
  result->least = (guint64) (json_object_get_int_member (bound, "host_to_device")
                             + json_object_get_int_member (bound, "device_to_host"));
}
