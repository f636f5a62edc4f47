    document = Document(template_path)
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
        for run in paragraph.runs:
            run.text = re.sub(r"\{\{ *(\w+) *\}\}", replacement, run.text)
    document.save(output_path)
    return sorted(missing)
