    if not secret:
        raise ValueError("secret must not be empty")
    app = Flask(__name__)
    key = secret.encode("utf-8")

    @app.route("/webhook", methods=["POST"])
    def webhook():
        body = request.get_data()
        header = request.headers.get("X-Signature", "")
        if not header.startswith("sha256="):
            return jsonify({"error": "missing signature"}), 400
        expected = hmac.new(key, body, hashlib.sha256).hexdigest()
        given = header[len("sha256="):]
        if not hmac.compare_digest(expected.encode(), given.encode("utf-8", "replace")):
            return jsonify({"error": "invalid signature"}), 403
        try:
            payload = json.loads(body)
        except ValueError:
            payload = None
        if not isinstance(payload, dict):
            return jsonify({"error": "invalid payload"}), 422
        return jsonify({"event": payload.get("event", "unknown"), "size": len(body)}), 200

    return app
