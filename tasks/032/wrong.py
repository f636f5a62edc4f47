    parsed = [(ipaddress.ip_network(name), name) for name in networks]
    frame = pd.read_csv(io.StringIO(csv_text), dtype={"ip": str})
    totals = {}
    for text, size in zip(frame["ip"], frame["bytes"]):
        try:
            address = ipaddress.ip_address(str(text).strip())
        except ValueError:
            continue
        # takes the first network that matches, not the most specific one
        name = next((label for network, label in parsed if address in network), "other")
        hosts, amount = totals.get(name, (set(), 0))
        totals[name] = (hosts | {address}, amount + int(size))
    rows = [(name, len(hosts), amount) for name, (hosts, amount) in totals.items()]
    rows.sort(key=lambda row: (-row[2], row[0]))
    return pd.DataFrame(rows, columns=["network", "hosts", "bytes"])
