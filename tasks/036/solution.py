    calendar = holidays.country_holidays(country)
    rows = []
    for number, issued, days in invoices:
        if days < 0:
            raise ValueError(f"negative days for invoice {number}")
        planned = date.fromisoformat(issued) + timedelta(days=days)
        due = planned
        while due.weekday() >= 5 or due in calendar:
            due += timedelta(days=1)
        rows.append((number, issued, due.isoformat(), (due - planned).days))
    rows.sort(key=lambda row: (row[2], row[0]))
    workbook = Workbook()
    sheet = workbook.active
    sheet.title = "Due dates"
    sheet.append(["Invoice", "Issued", "Due", "Moved"])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for row in rows:
        sheet.append(row)
    workbook.save(path)
    return {row[0]: row[2] for row in rows}
