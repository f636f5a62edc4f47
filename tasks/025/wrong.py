    if not secret:
        raise ValueError("secret must not be empty")
    app = Flask(__name__)

    @app.route("/webhook", methods=["POST"])
    def webhook():
        header = request.headers.get("X-Signature", "")
        if not header.startswith("sha256="):
            return jsonify({"error": "missing signature"}), 400
        payload = request.get_json(force=True, silent=True)
        # signs the re-serialised payload instead of the bytes that were sent
        body = json.dumps(payload).encode("utf-8")
        expected = hmac.new(secret.encode("utf-8"), body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected, header[len("sha256="):]):
            return jsonify({"error": "invalid signature"}), 403
        if not isinstance(payload, dict):
            return jsonify({"error": "invalid payload"}), 422
        return jsonify({"event": payload.get("event", "unknown"), "size": len(body)}), 200

    return app
