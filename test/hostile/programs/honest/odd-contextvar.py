# about: an answer kept in a context variable
# expect: pass
import contextvars

answer = contextvars.ContextVar("answer", default=0)


def task_func():
    context = contextvars.copy_context()
    context.run(answer.set, 42)
    return context[answer] + answer.get()
