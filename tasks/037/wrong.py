    if not recipients:
        raise ValueError("no recipients")
    if any(row[1] not in ("up", "down") for row in rows):
        raise ValueError("status must be 'up' or 'down'")
    # automatic column types turn '12.0' back into 12, and 80 columns wrap long names
    table = Texttable()
    table.header(["Service", "Status", "Latency (ms)"])
    for service, status, latency in sorted(rows, key=lambda row: (row[1] != "down", row[0])):
        table.add_row([service, status, f"{latency:.1f}"])
    down = sum(row[1] == "down" for row in rows)
    message = EmailMessage()
    message["Subject"] = f"Service report: {down} of {len(rows)} down"
    message["From"] = sender
    message["To"] = ", ".join(recipients)
    if down:
        message["X-Priority"] = "1"
    message.set_content(table.draw())
    with smtplib.SMTP(host, port) as server:
        server.send_message(message)
    return message["Subject"]
