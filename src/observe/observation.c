#include "observe/observation.h"

static void
meeting_free (gpointer data)
{
  IhopMeeting *meeting = data;

  g_free (meeting->source.path);
  g_free (meeting->source.variable);
  g_free (meeting->sink.path);
  g_free (meeting->sink.variable);
  g_free (meeting->element);
  g_free (meeting->object);
  g_free (meeting);
}

GPtrArray *
ihop_meetings_new (void)
{
  return g_ptr_array_new_with_free_func (meeting_free);
}

static void
observed_free (gpointer data)
{
  IhopObservedLoop *observed = data;

  g_ptr_array_unref (observed->meetings);
  g_free (observed);
}

GPtrArray *
ihop_observed_loops_new (void)
{
  return g_ptr_array_new_with_free_func (observed_free);
}

void
ihop_observation_free (IhopObservation *observation)
{
  if (observation == NULL)
    return;
  g_ptr_array_unref (observation->loops);
  g_ptr_array_unref (observation->unseen);
  g_free (observation->output);
  g_free (observation->failure);
  g_free (observation);
}
