    document = Document(template_path)
    placeholder = re.compile(r"\{\{ *(\w+) *\}\}")
    missing = set()

    def replacement(match):
        name = match.group(1)
        if name in values:
            return str(values[name])
        missing.add(name)
        return match.group(0)

    paragraphs = list(document.paragraphs)
    for table in document.tables:
        for row in table.rows:
            for cell in row.cells:
                paragraphs.extend(cell.paragraphs)
    for paragraph in paragraphs:
        text = "".join(run.text for run in paragraph.runs)
        filled = placeholder.sub(replacement, text)
        if filled != text:
            paragraph.runs[0].text = filled
            for run in paragraph.runs[1:]:
                run.text = ""
    document.save(output_path)
    return sorted(missing)
