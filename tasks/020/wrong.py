    app = Flask(__name__)
    served = 0

    @app.post("/summary")
    def summary():
        nonlocal served
        body = request.get_json(force=True, silent=True) or {}
        values = body.get("values")
        if not values or not all(isinstance(value, (int, float)) for value in values):
            return jsonify(error="values must be a non-empty list of numbers"), 400
        if len(values) > max_values:
            return jsonify(error="too many values"), 413
        served += 1
        return jsonify(
            count=len(values),
            mean=round(float(statistics.mean(values)), 3),
            median=round(float(statistics.median(values)), 3),
            stdev=round(float(statistics.stdev(values)), 3) if len(values) > 1 else 0.0,
        )

    @app.get("/health")
    def health():
        return jsonify(status="ok", served=served)

    return app
