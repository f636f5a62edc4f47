# about: gives a dictionary that is right
# expect: pass
# test: records
def task_func():
    return {"name": "a", "count": 3}
