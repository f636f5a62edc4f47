"""What a twin has shown, from the records of the sample that ran it. Computed outside the sample."""

def parse_plan(text):
    """What the harness promised: {test method: (id of its falsified assertion, first line, last line, is_certain), or None}."""
    plan = {}
    for entry in text.split(","):
        name, _, place = entry.partition(":")
        if place == "-":
            plan[name] = None
        elif place:
            site, _, lines = place.partition(":")
            first, _, last = lines.partition("-")
            plan[name] = int(site), int(first), int(last.rstrip("!")), last.endswith("!")
    return plan


def describe_twin(plan, records):
    """Per test method: failed (as it must), passed (although it was false), unreached, otherwise, none (nothing to falsify).

    Whoever passes without reaching an assertion that every test comes to has passed it all the same.

    silent: assertions that held before the falsified one although they were made false as well.
    """
    ranges = [place[1:3] for place in plan.values() if place is not None]
    by_name, silent, touched = {}, set(), set()
    for record in records:
        if record[0] == "test":
            by_name.setdefault(record[1], []).append(record)
            reached, _, held = record[9].partition("|")
            touched.update(_numbers(reached))
            silent.update(_numbers(held))
    tests = []
    for name, place in plan.items():
        entry = {"name": name, "state": _state_of(place, by_name.get(name, ()), ranges)}
        if place is not None:
            entry["site"] = place[0]
        tests.append(entry)
    return {"tests": tests, "reached": sorted(touched), "silent": sorted(silent)}


def _state_of(place, records, ranges):
    if place is None:
        return "none"
    if any(record[2] == "fail" and _is_within(int(record[5]), ranges) for record in records):
        return "failed"
    if records and all(record[2] == "pass" for record in records):
        is_reached = place[3] or place[0] in _numbers(records[0][9].partition("|")[0])
        return "passed" if is_reached else "unreached"
    return "otherwise"


def _is_within(line, ranges):
    return any(first <= line <= last for first, last in ranges)


def _numbers(text):
    return [int(word) for word in text.split()]
