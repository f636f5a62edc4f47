"""
Runs the weights of a model with transformers and answers on loopback, in the part of OpenAI's protocol that `hf:` models
are asked in: /health, /tokenize, /v1/chat/completions and /v1/completions. All but the first want the token in the
variable BCB_WEIGHTS_TOKEN. It listens once the weights are loaded, and ends when its standard input does: it never
outlives the run that started it.
"""

import argparse
import json
import os
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

TOKEN = os.environ.get("BCB_WEIGHTS_TOKEN", "")
#: What is sent with a request but not understood here must not be ignored in silence.
UNSUPPORTED = ("frequency_penalty", "presence_penalty", "logit_bias", "stream", "tools")


class Refused(Exception):
    """A request that cannot be answered: what is wrong, its code, and the field it is about."""

    def __init__(self, message, code="invalid_request", param=None):
        super().__init__(message)
        self.body = {"error": {"message": message, "code": code, "param": param, "type": "invalid_request_error"}}


class Weights:
    """A model and its tokenizer, loaded as the original loads them."""

    def __init__(self, options):
        shared = {"revision": options.revision, "trust_remote_code": options.trust_remote_code}
        slow = {"use_fast": False, "legacy": True} if options.tokenizer_legacy else {}
        self.tokenizer = AutoTokenizer.from_pretrained(
            options.tokenizer or options.model, padding_side="left", truncation_side="left", **shared, **slow
        )
        if self.tokenizer.pad_token_id is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        self.model = AutoModelForCausalLM.from_pretrained(
            options.model,
            dtype=getattr(torch, options.dtype),
            device_map=options.device,
            attn_implementation=options.attn_implementation,
            **shared,
        ).eval()
        self.limit = getattr(self.model.config, "max_position_embeddings", None)

    def encode(self, request):
        """The tokens of a request: of its prompt as it is, or of its messages in the model's chat template."""
        if "prompt" in request:
            return self.tokenizer(request["prompt"])["input_ids"]
        if self.tokenizer.chat_template is None:
            raise Refused("The tokenizer's chat_template is not set: this is a base model.")
        continues = bool(request.get("continue_final_message"))
        text = self.tokenizer.apply_chat_template(
            request["messages"],
            tokenize=False,
            add_generation_prompt=request.get("add_generation_prompt", not continues),
            continue_final_message=continues,
        )
        # The template has written the special tokens that belong in front.
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    @torch.inference_mode()
    def generate(self, prompts, settings):
        """Continues prompts of the same settings in one batch: for each, its samples as tokens."""
        padded = self.tokenizer.pad({"input_ids": prompts}, return_tensors="pt").to(self.model.device)
        if settings["seed"] is not None:
            torch.manual_seed(settings["seed"])
        sampling = {"do_sample": False}
        if settings["temperature"] > 0:
            sampling = {key: settings[key] for key in ("temperature", "top_p", "top_k") if settings[key] is not None}
            sampling["do_sample"] = True
        stops = {"stop_strings": list(settings["stop"]), "tokenizer": self.tokenizer} if settings["stop"] else {}
        made = self.model.generate(
            **padded,
            max_new_tokens=settings["max_tokens"],
            num_return_sequences=settings["n"],
            pad_token_id=self.tokenizer.pad_token_id,
            **sampling,
            **stops,
        )
        rows = made[:, padded["input_ids"].shape[1] :].tolist()
        return [rows[at * settings["n"] : (at + 1) * settings["n"]] for at in range(len(prompts))]

    def read(self, tokens, settings):
        """The text of one sample, how it ended, and how many tokens it took."""
        ends = self.model.generation_config.eos_token_id
        ends = {self.tokenizer.pad_token_id, *([ends] if isinstance(ends, int) else ends or ())}
        length = next((at for at, token in enumerate(tokens) if token in ends), len(tokens))
        text = self.tokenizer.decode(tokens[:length], skip_special_tokens=True)
        cuts = [at for at in map(text.find, settings["stop"]) if at >= 0]
        is_ended = length < len(tokens) or bool(cuts)
        return text[: min(cuts, default=len(text))], "stop" if is_ended else "length", length


class Batches:
    """One thread generates; it takes waiting requests with the same settings together."""

    def __init__(self, weights, size):
        self.weights = weights
        self.size = size
        self.waiting = queue.Queue()
        threading.Thread(target=self.run, daemon=True).start()

    def ask(self, tokens, settings):
        answer = queue.Queue(1)
        self.waiting.put((tokens, settings, answer))
        result = answer.get()
        if isinstance(result, BaseException):
            raise result
        return result

    def run(self):
        kept = None
        while True:
            batch = [kept or self.waiting.get()]
            kept = None
            # A seed belongs to one request: what else is in its batch would change what it draws.
            while len(batch) < self.size and batch[0][1]["seed"] is None and not self.waiting.empty():
                kept = self.waiting.get()
                if kept[1] != batch[0][1]:
                    break
                batch.append(kept)
                kept = None
            try:
                made = self.weights.generate([tokens for tokens, _, _ in batch], batch[0][1])
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
                made = [error] * len(batch)
            for (_, _, answer), rows in zip(batch, made):
                answer.put(rows)


def read_settings(request, length, limit):
    for field in UNSUPPORTED:
        if request.get(field):
            raise Refused(f"{field} is not supported by transformers.", param=field)
    if limit is not None and length >= limit:
        message = f"The prompt has {length} tokens, but the maximum context length is {limit}."
        raise Refused(message, code="context_length_exceeded")
    asked = request.get("max_tokens") or request.get("max_completion_tokens") or 1280
    return {
        "max_tokens": asked if limit is None else min(asked, limit - length),
        "temperature": request.get("temperature") or 0,
        "top_p": request.get("top_p"),
        "top_k": request.get("top_k") or 0,
        "seed": request.get("seed"),
        "n": request.get("n") or 1,
        "stop": tuple(request.get("stop") or ()),
    }


def create_handler(weights, batches, name):
    def complete(request, build_choice):
        tokens = weights.encode(request)
        settings = read_settings(request, len(tokens), weights.limit)
        read = [weights.read(row, settings) for row in batches.ask(tokens, settings)]
        choices = [
            {"index": at, "finish_reason": reason, **build_choice(text)} for at, (text, reason, _) in enumerate(read)
        ]
        written = sum(count for _, _, count in read)
        usage = {"prompt_tokens": len(tokens), "completion_tokens": written, "total_tokens": len(tokens) + written}
        return {"id": "weights", "created": 0, "model": name, "choices": choices, "usage": usage}

    routes = {
        "/tokenize": lambda request: {"count": len(weights.encode(request))},
        "/v1/completions": lambda request: complete(request, lambda text: {"text": text}),
        "/v1/chat/completions": lambda request: complete(
            request, lambda text: {"message": {"role": "assistant", "content": text}}
        ),
    }

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.send(200 if self.path == "/health" else 404, {})

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            if self.headers.get("authorization") != f"Bearer {TOKEN}":
                return self.send(401, {"error": {"message": "another token is wanted", "code": "invalid_api_key"}})
            route = routes.get(self.path)
            if route is None:
                return self.send(404, {})
            try:
                answer, status = route(json.loads(body)), 200
            except Refused as refused:
                answer, status = refused.body, 400
            except Exception as error:  # noqa: BLE001 - the client hears what went wrong
                answer, status = {"error": {"message": f"{type(error).__name__}: {error}"}}, 500
            return self.send(status, answer)

        def send(self, status, answer):
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    return Handler


def end_with_input():
    # Not through sys.stdin, whose lock would keep the interpreter from exiting after an error.
    while os.read(0, 4096):
        pass
    os._exit(0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--revision", default="main")
    parser.add_argument("--tokenizer")
    parser.add_argument("--tokenizer-legacy", action="store_true")
    parser.add_argument("--trust-remote-code", action="store_true")
    parser.add_argument("--dtype", default="bfloat16", choices=["bfloat16", "float16", "float32"])
    parser.add_argument("--device", default="auto")
    parser.add_argument("--attn-implementation", default="eager")
    parser.add_argument("--batch", type=int, default=1)
    options = parser.parse_args()
    threading.Thread(target=end_with_input, daemon=True).start()
    weights = Weights(options)
    handler = create_handler(weights, Batches(weights, options.batch), options.model)
    ThreadingHTTPServer(("127.0.0.1", options.port), handler).serve_forever()


if __name__ == "__main__":
    main()
