"""An agent in another language: AnalyticsAgent over the envelope, with nothing but Python's standard library.

    A2A_TOKEN=secret python3 examples/peer-python/peer.py [port]

It prints its address. A team calls it with `endpoint: http://127.0.0.1:<port>/a2a` and `auth_token: ${A2A_AUTH_TOKEN}`.
"""

import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NAME = "AnalyticsAgent"
MAX_BODY = 2 * 1024 * 1024
TOKEN = os.environ.get("A2A_TOKEN", "")


class Refused(Exception):
    def __init__(self, status, code, message, hint):
        super().__init__(message)
        self.status = status
        self.error = {"code": code, "message": message, "retryable": False, "hint": hint}


def read_log(context):
    log = context.get("study_log") or []
    hint = 'study_log is a list of {"topic": text, "correct": true or false}.'
    if not isinstance(log, list):
        raise Refused(400, "PARAMETERS_INVALID", "study_log is no list.", hint)
    for at, entry in enumerate(log):
        if not isinstance(entry, dict):
            raise Refused(400, "PARAMETERS_INVALID", f"study_log[{at}] is no entry.", hint)
    return log


def get_progress_insights(parameters, context):
    log = read_log(context)
    by_topic = {}
    for entry in log:
        topic = by_topic.setdefault(str(entry.get("topic", "other")), [0, 0])
        topic[0] += 1 if entry.get("correct") else 0
        topic[1] += 1
    right = sum(counts[0] for counts in by_topic.values())
    topics = {name: {"accuracy": right_ / all_, "answers": all_} for name, (right_, all_) in by_topic.items()}
    weak = sorted(name for name, numbers in topics.items() if numbers["accuracy"] < 0.7)
    return {
        "insights": [f"{right} of {len(log)} answers were right."],
        "recommendations": [f"Repeat {name}." for name in weak] if parameters.get("include_recommendations") else [],
        "metrics": {"accuracy": right / len(log) if log else 0, "answers": len(log), "by_topic": topics},
    }


def ask(parameters, context):
    return {"text": get_progress_insights(parameters, context)["insights"][0]}


ACTIONS = {"get_progress_insights": get_progress_insights, "ask": ask}


def answer(request):
    if request.get("agent_name") != NAME:
        raise Refused(404, "AGENT_UNKNOWN", "There is no such agent here.", f"This is {NAME}.")
    asked = fields(request, "input")
    name = asked.get("action", "ask")
    if not isinstance(name, str) or name not in ACTIONS:
        raise Refused(400, "ACTION_UNKNOWN", "There is no such action.", f"Actions: {', '.join(ACTIONS)}.")
    return ACTIONS[name](fields(asked, "parameters"), fields(request, "context"))


def fields(given, name):
    found = given.get(name) or {}
    if not isinstance(found, dict):
        raise Refused(400, "REQUEST_INVALID", f"{name} is no object.", "Send an envelope.")
    return found


class Peer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.reply(200 if self.path == "/healthz" else 404, {"status": "ok"})

    def do_POST(self):
        began = time.monotonic()
        head = {"agent_name": NAME, "conversation_id": ""}
        try:
            self.admit()
            request = self.read()
            head["conversation_id"] = str(request.get("conversation_id", ""))
            output = answer(request)
            spent = round((time.monotonic() - began) * 1000, 1)
            self.reply(200, {**head, "output": output, "status": "success", "execution_time_ms": spent})
        except Refused as refused:
            self.reply(refused.status, {**head, "error": refused.error, "status": "error"})
        except Exception:  # whatever else goes wrong is an answer too, without its details
            failed = Refused(500, "INTERNAL", "Something went wrong here.", "Whoever runs this peer can look.")
            self.reply(500, {**head, "error": failed.error, "status": "error"})

    def admit(self):
        """Before anything of the body is read."""
        shown = self.headers.get("authorization", "")
        if TOKEN and not hmac.compare_digest(shown.encode(), f"Bearer {TOKEN}".encode()):
            self.close_connection = True
            raise Refused(401, "TOKEN_INVALID", "This token is not valid here.", "Check the token, and its rotation.")
        if self.path != "/a2a":
            self.close_connection = True
            raise Refused(404, "NOT_FOUND", "There is nothing here.", "The endpoint is /a2a.")

    def read(self):
        stated = self.headers.get("content-length") or "0"
        if not stated.isascii() or not stated.isdigit():
            self.close_connection = True
            raise Refused(400, "REQUEST_INVALID", "Content-Length is no number.", "Say how many bytes there are.")
        length = int(stated)
        if length > MAX_BODY:
            self.close_connection = True
            raise Refused(413, "BODY_TOO_LARGE", "That is too much at once.", f"At most {MAX_BODY} bytes.")
        try:
            request = json.loads(self.rfile.read(length))
        except (ValueError, RecursionError):
            raise Refused(400, "JSON_INVALID", "The body is not JSON.", "Send an envelope.") from None
        if not isinstance(request, dict):
            raise Refused(400, "REQUEST_INVALID", "This is no envelope.", "Send an object.")
        return request

    def reply(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        """What is asked has no place in a log."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Peer)
    print(f"http://127.0.0.1:{server.server_port}/a2a", flush=True)
    server.serve_forever()
