/* The pages for people: handlers of routes.c. They work without JavaScript. */
#pragma once
#include "web/web.h"

void ihop_web_get_start (IhopWebRequest *request);
void ihop_web_get_about (IhopWebRequest *request);
void ihop_web_get_api_page (IhopWebRequest *request);
void ihop_web_get_static (IhopWebRequest *request);
void ihop_web_get_robots (IhopWebRequest *request);
void ihop_web_post_job_form (IhopWebRequest *request);
void ihop_web_get_job_page (IhopWebRequest *request);
void ihop_web_get_edit_page (IhopWebRequest *request);
void ihop_web_post_steps_form (IhopWebRequest *request);
void ihop_web_post_mark_form (IhopWebRequest *request);
void ihop_web_get_part_page (IhopWebRequest *request);
void ihop_web_post_cancel_form (IhopWebRequest *request);
void ihop_web_post_delete_form (IhopWebRequest *request);
