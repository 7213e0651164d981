/* ask.c - ask a job's agent, and hear what it answers
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/system/process.h"
#include "command/common/ask.h"

enum {
    WORD_MS = 1000,    /* until it is asked whether it is there */
    SILENCE_MOST = 15, /* times that it does not say so */
};

/* The words, each with its NUL, as a command. */
static int send_words(int fd, char *const words[], struct error *err)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_COMMAND };
    char *text = malloc(LOCAL_MESSAGE_PAYLOAD);
    int rc = text ? 0 : error_set(err, "out of memory");

    for (; rc == 0 && *words; words++) {
        size_t bytes = strlen(*words) + 1;

        if (head.bytes + bytes > LOCAL_MESSAGE_PAYLOAD) {
            rc = error_set(err, "the command is too long");
            break;
        }
        memcpy(text + head.bytes, *words, bytes);
        head.bytes += (uint32_t)bytes;
    }
    if (rc == 0)
        rc = local_message_send(fd, &head, text, err);
    free(text);
    return rc;
}

int ask_begin(const char *folder, char *const words[], struct error *err)
{
    int fd = local_message_connect(folder, err);

    if (fd >= 0 && send_words(fd, words, err) < 0) {
        close(fd);
        return -1;
    }
    return fd;
}

int ask_hear(
    int fd, struct local_message *wire, int ms, int *status, struct error *err)
{
    for (;;) {
        int rc = local_message_receive(fd, wire, ms, err);

        if (rc <= 0)
            return rc;
        if (wire->head.type == LOCAL_MESSAGE_TEXT)
            return 1;
        if (wire->head.type == LOCAL_MESSAGE_STATUS) {
            *status = (int)wire->head.number;
            return 0;
        }
    }
}

void ask_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* ---- one that does not answer ---- */

/* The process that made the socket; 0 when it cannot be told. */
static pid_t other_end(int fd)
{
    struct ucred who;
    socklen_t bytes = sizeof(who);

    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &bytes) == 0 ? who.pid
                                                                      : 0;
}

bool ask_is_stopped(int fd, struct error *err)
{
    pid_t pid = other_end(fd);
    char state = pid > 0 ? process_state(pid) : '?';

    if (state != 'T' && state != 't')
        return false;
    error_set(err,
              "the job's agent, process %d, is stopped (state %c, by %s); "
              "'kill -CONT %d' lets it go on",
              (int)pid, state, state == 'T' ? "a signal" : "a debugger",
              (int)pid);
    return true;
}

static int tell_silence(int fd, struct error *err)
{
    pid_t pid = other_end(fd);

    return error_set(err,
                     "the job's agent, process %d in state %c, says nothing "
                     "for %d s",
                     (int)pid, pid > 0 ? process_state(pid) : '?',
                     SILENCE_MOST * WORD_MS / 1000);
}

/* As long as it says that it is there, a change may take its time. */
int ask_await(int fd,
              struct local_message *wire,
              int *status,
              struct error *err)
{
    struct local_message_head still = { .type = LOCAL_MESSAGE_STILL };

    for (int silence = 0; silence < SILENCE_MOST; silence++) {
        int rc = local_message_receive(fd, wire, WORD_MS, err);

        if (rc < 0)
            return error_set(err, "the job's agent is gone");
        if (rc > 0 && wire->head.type == LOCAL_MESSAGE_TEXT)
            return 1;
        if (rc > 0 && wire->head.type == LOCAL_MESSAGE_STATUS) {
            *status = (int)wire->head.number;
            return 0;
        }
        if (rc > 0)
            silence = -1; /* it is there */
        else if (silence > 0 && ask_is_stopped(fd, err))
            return -1;
        else
            local_message_send(fd, &still, NULL, NULL);
    }
    return tell_silence(fd, err);
}
