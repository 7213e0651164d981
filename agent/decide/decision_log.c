/* decision_log.c - what a policy saw and decided lately
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "agent/decide/decision_log.h"
#include "base/append_text.h"

static const char not_done[] = "not done: ";

static struct decision_log_page *last_page(struct decision_log *d)
{
    return &d->page[(d->count - 1) % DECISION_LOG_PAGES];
}

static double demand_of_all(const struct policy_job *job)
{
    double sum = 0;

    for (int h = 0; h < job->host_count; h++)
        sum += job->hosts[h].demand;
    return sum;
}

static void note_job(struct decision_log_page *page,
                     const struct policy_job *job)
{
    page->iteration = job->iteration;
    page->size = job->size;
    page->iteration_time = job->iteration_time;
    page->efficiency = job->efficiency;
    page->free_cores = job->free_cores;
    page->load = demand_of_all(job);
}

static bool is_same(const struct decision_log_page *page,
                    const struct policy_job *job,
                    const char *decision)
{
    size_t len = strlen(not_done);

    return strncmp(page->decision, decision, sizeof(page->decision) - 1) == 0
           && (!*page->outcome || strncmp(page->outcome, not_done, len) == 0)
           && page->size == (job ? job->size : 0);
}

void decision_log_enter(struct decision_log *d,
                        double moment,
                        const struct policy_job *job,
                        const char *decision)
{
    struct decision_log_page *page = d->count > 0 ? last_page(d) : NULL;

    if (!page || !is_same(page, job, decision)) {
        d->count++;
        page = last_page(d);
        memset(page, 0, sizeof(*page));
        page->since = moment;
        snprintf(page->decision, sizeof(page->decision), "%s", decision);
    }
    page->until = moment;
    page->times++;
    if (job)
        note_job(page, job);
}

static void note(struct decision_log *d,
                 int number,
                 const char *fmt,
                 va_list ap)
{
    struct decision_log_page *page =
        &d->page[(number - 1) % DECISION_LOG_PAGES];

    if (number > 0 && d->count - number < DECISION_LOG_PAGES)
        vsnprintf(page->outcome, sizeof(page->outcome), fmt, ap);
}

void decision_log_outcome(struct decision_log *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    note(d, d->count, fmt, ap);
    va_end(ap);
}

void decision_log_begin(struct decision_log *d)
{
    decision_log_outcome(d, "begun");
    d->begun = d->count;
}

void decision_log_pass(struct decision_log *d)
{
    d->begun = 0;
}

void decision_log_result(struct decision_log *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    note(d, d->begun, fmt, ap);
    va_end(ap);
}

static void add_when(const struct decision_log_page *page,
                     char *text,
                     size_t size)
{
    if (page->times > 1)
        append_text(text, size, "%.1f to %.1f s, %d times", page->since,
                    page->until, page->times);
    else
        append_text(text, size, "%.1f s", page->since);
}

static void add_job(const struct decision_log_page *page,
                    char *text,
                    size_t size)
{
    if (page->size == 0)
        return;
    append_text(text, size, ": sync %llu, %d rank%s",
                (unsigned long long)page->iteration, page->size,
                page->size == 1 ? "" : "s");
    if (!isnan(page->iteration_time))
        append_text(text, size, ", %.3g ms an iteration",
                    page->iteration_time * 1e3);
    if (!isnan(page->efficiency))
        append_text(text, size, ", efficiency %.0f %%",
                    page->efficiency * 100);
    if (!isnan(page->load))
        append_text(text, size, ", %.1f cores wanted by others, %.1f free",
                    page->load, page->free_cores);
}

const struct decision_log_page *decision_log_page(const struct decision_log *d,
                                                  int i)
{
    int kept = d->count < DECISION_LOG_PAGES ? d->count : DECISION_LOG_PAGES;

    return i < kept ? &d->page[(d->count - kept + i) % DECISION_LOG_PAGES]
                    : NULL;
}

int decision_log_read(const struct decision_log *d,
                      int i,
                      char *text,
                      size_t size)
{
    const struct decision_log_page *page = decision_log_page(d, i);

    if (!page || size < 4 * DECISION_LOG_TEXT)
        return 0;
    text[0] = '\0';
    add_when(page, text, size);
    add_job(page, text, size);
    append_text(text, size, "\n    %s\n", page->decision);
    if (*page->outcome)
        append_text(text, size, "    %s\n", page->outcome);
    return 1;
}
