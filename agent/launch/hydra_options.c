/* hydra_options.c - the options of Hydra's mpiexec, as far as their length
 * goes
 *
 * From the table in Hydra's own source: those of 4.0 and of later versions,
 * so that a newer mpiexec works too.  What this mpiexec does not know, it
 * says itself.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <strings.h>

#include "agent/launch/hydra_options.h"

static const struct hydra_options_option options[] = {
    { "info", 0, HYDRA_OPTIONS_INFORM },
    { "version", 0, HYDRA_OPTIONS_INFORM },

    { "genv", 2, HYDRA_OPTIONS_GENV },
    { "genvlist", 1, HYDRA_OPTIONS_PLAIN },
    { "genvnone", 0, HYDRA_OPTIONS_PLAIN },
    { "genvall", 0, HYDRA_OPTIONS_PLAIN },
    { "env", 2, HYDRA_OPTIONS_ENV },
    { "envlist", 1, HYDRA_OPTIONS_PLAIN },
    { "envnone", 0, HYDRA_OPTIONS_PLAIN },
    { "envall", 0, HYDRA_OPTIONS_PLAIN },

    { "n", 1, HYDRA_OPTIONS_RANKS },
    { "np", 1, HYDRA_OPTIONS_RANKS },
    { "configfile", 1, HYDRA_OPTIONS_PROGRAMS },
    { "wdir", 1, HYDRA_OPTIONS_PLAIN },

    { "f", 1, HYDRA_OPTIONS_FILE },
    { "hostfile", 1, HYDRA_OPTIONS_FILE },
    { "machinefile", 1, HYDRA_OPTIONS_FILE },
    { "machine", 1, HYDRA_OPTIONS_HOSTS },
    { "machines", 1, HYDRA_OPTIONS_HOSTS },
    { "machinelist", 1, HYDRA_OPTIONS_HOSTS },
    { "host", 1, HYDRA_OPTIONS_HOSTS },
    { "hosts", 1, HYDRA_OPTIONS_HOSTS },
    { "hostlist", 1, HYDRA_OPTIONS_HOSTS },
    { "rankmap", 1, HYDRA_OPTIONS_PLAIN },
    { "ppn", 1, HYDRA_OPTIONS_EACH },

    { "output-from", 1, HYDRA_OPTIONS_PLAIN },
    { "prepend-rank", 0, HYDRA_OPTIONS_PLAIN },
    { "l", 0, HYDRA_OPTIONS_PLAIN },
    { "prepend-pattern", 1, HYDRA_OPTIONS_PLAIN },
    { "outfile-pattern", 1, HYDRA_OPTIONS_PLAIN },
    { "errfile-pattern", 1, HYDRA_OPTIONS_PLAIN },
    { "outfile", 1, HYDRA_OPTIONS_PLAIN },
    { "errfile", 1, HYDRA_OPTIONS_PLAIN },

    { "launcher", 1, HYDRA_OPTIONS_LAUNCHER },
    { "launcher-exec", 1, HYDRA_OPTIONS_LAUNCHER },
    { "bootstrap", 1, HYDRA_OPTIONS_LAUNCHER },
    { "bootstrap-exec", 1, HYDRA_OPTIONS_LAUNCHER },
    { "enable-x", 0, HYDRA_OPTIONS_PLAIN },
    { "disable-x", 0, HYDRA_OPTIONS_PLAIN },
    { "rmk", 1, HYDRA_OPTIONS_PLAIN },

    { "topolib", 1, HYDRA_OPTIONS_PLAIN },
    { "binding", 1, HYDRA_OPTIONS_PLAIN },
    { "bind-to", 1, HYDRA_OPTIONS_PLAIN },
    { "map-by", 1, HYDRA_OPTIONS_PLAIN },
    { "membind", 1, HYDRA_OPTIONS_PLAIN },
    { "demux", 1, HYDRA_OPTIONS_PLAIN },

    { "profile", 0, HYDRA_OPTIONS_PLAIN },
    { "debug", 0, HYDRA_OPTIONS_PLAIN },
    { "v", 0, HYDRA_OPTIONS_PLAIN },
    { "verbose", 0, HYDRA_OPTIONS_PLAIN },
    { "print-all-exitcodes", 0, HYDRA_OPTIONS_PLAIN },
    { "iface", 1, HYDRA_OPTIONS_PLAIN },
    { "nameserver", 1, HYDRA_OPTIONS_PLAIN },
    { "disable-auto-cleanup", 0, HYDRA_OPTIONS_PLAIN },
    { "enable-auto-cleanup", 0, HYDRA_OPTIONS_PLAIN },
    { "disable-hostname-propagation", 0, HYDRA_OPTIONS_PLAIN },
    { "enable-hostname-propagation", 0, HYDRA_OPTIONS_PLAIN },
    { "order-nodes", 1, HYDRA_OPTIONS_PLAIN },
    { "localhost", 1, HYDRA_OPTIONS_PLAIN },
    { "usize", 1, HYDRA_OPTIONS_PLAIN },
    { "pmi-port", 0, HYDRA_OPTIONS_PLAIN },
    { "pmi_args", 4, HYDRA_OPTIONS_PLAIN },
    { "skip-launch-node", 0, HYDRA_OPTIONS_PLAIN },
    { "hybrid-hosts", 0, HYDRA_OPTIONS_PLAIN },
    { "g", 1, HYDRA_OPTIONS_PLAIN },
    { "gpus-per-proc", 1, HYDRA_OPTIONS_PLAIN },
    { "gpu-subdevs-per-proc", 1, HYDRA_OPTIONS_PLAIN },
};

enum { OPTIONS = sizeof(options) / sizeof(options[0]) };

static const char *without_dashes(const char *word)
{
    return word + strspn(word, "-");
}

const struct hydra_options_option *hydra_options_find(const char *word)
{
    const char *name = without_dashes(word);
    size_t len = strcspn(name, "=");

    for (int i = 0; i < OPTIONS; i++)
        if (strlen(options[i].name) == len
            && strncasecmp(options[i].name, name, len) == 0)
            return &options[i];
    return NULL;
}

int hydra_options_words(const struct hydra_options_option *option,
                        char *const argv[])
{
    const char *value = strchr(argv[0], '=');
    int words = option->words;

    if (words == 0)
        return 0;
    if (value) {
        words--;
        value++;
    } else {
        value = argv[1];
    }
    if ((option->kind == HYDRA_OPTIONS_GENV
         || option->kind == HYDRA_OPTIONS_ENV)
        && value && strchr(value, '='))
        words--; /* the name and the value are one word */
    return words;
}

void hydra_options_offer(struct suggest_name *n)
{
    for (int i = 0; i < OPTIONS; i++)
        suggest_name_offer(n, options[i].name);
}

void hydra_options_print(FILE *out)
{
    for (int i = 0; i < OPTIONS; i++)
        fprintf(out, "-%s\n", options[i].name);
}
