# about: an object in the place of a function
# expect: pass
class Task:
    def __call__(self):
        return 42


task_func = Task()
