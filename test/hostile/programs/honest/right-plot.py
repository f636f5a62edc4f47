# about: gives a plot that is right
# expect: pass
# test: plots
# needs: matplotlib
import matplotlib.pyplot as plt


def task_func():
    axes = plt.subplots()[1]
    axes.set_title("Sales")
    axes.set_xlabel("Month")
    return axes
