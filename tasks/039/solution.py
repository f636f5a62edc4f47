    if not os.path.isfile(path):
        raise FileNotFoundError(path)
    top = []
    open_headings = []
    for paragraph in Document(path).paragraphs:
        match = re.fullmatch(r"Heading (\d+)", paragraph.style.name)
        if match:
            heading = {"title": paragraph.text.strip(), "level": int(match.group(1)), "words": 0, "children": []}
            while open_headings and open_headings[-1]["level"] >= heading["level"]:
                open_headings.pop()
            siblings = open_headings[-1]["children"] if open_headings else top
            siblings.append(heading)
            open_headings.append(heading)
        elif open_headings:
            open_headings[-1]["words"] += len(re.findall(r"\w+", paragraph.text))
    with open(path + ".json", "w", encoding="utf-8") as handle:
        json.dump(top, handle, indent=2, ensure_ascii=False)
    return top
