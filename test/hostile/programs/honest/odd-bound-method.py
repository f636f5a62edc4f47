# about: a bound method in the place of a function
# expect: pass
class Task:
    answer = 42

    def run(self):
        return self.answer


task_func = Task().run
