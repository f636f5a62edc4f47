# about: gives a document that is right
# expect: pass
# test: documents
import json


def task_func():
    return json.dumps({"name": "a", "count": 3})
