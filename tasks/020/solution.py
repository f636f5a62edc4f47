    app = Flask(__name__)
    served = 0

    def is_number(value):
        return isinstance(value, (int, float)) and not isinstance(value, bool)

    @app.post("/summary")
    def summary():
        nonlocal served
        body = request.get_json(force=True, silent=True)
        values = body.get("values") if isinstance(body, dict) else None
        if not isinstance(values, list) or not values or not all(map(is_number, values)):
            return jsonify(error="values must be a non-empty list of numbers"), 400
        if len(values) > max_values:
            return jsonify(error="too many values"), 413
        served += 1
        return jsonify(
            count=len(values),
            mean=round(float(statistics.mean(values)), 3),
            median=round(float(statistics.median(values)), 3),
            stdev=round(float(statistics.pstdev(values)), 3),
        )

    @app.get("/health")
    def health():
        return jsonify(status="ok", served=served)

    return app
