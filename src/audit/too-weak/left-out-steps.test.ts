import { expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import { buildSubject } from '../testing/build-subject.ts';
import { leftOutSteps } from './left-out-steps.ts';

/** The bodies without each step that the prompt asks for. */
async function leaveOut(instructPrompt: string, body: string): Promise<string[]> {
  const completePrompt = 'def task_func(x):\n';
  const task = buildTask('T/1', { completePrompt, instructPrompt, canonicalSolution: body });
  const asked: string[] = [];
  await leftOutSteps.examine(buildSubject(task), async (trials) => {
    asked.push(...trials.map(({ code }) => code.slice(completePrompt.length)));
    return [];
  });
  return asked;
}

it.each([
  ['Plots x.', '    ax.plot(x)\n    plt.bar(x, x)\n    return ax', '    pass\n    pass\n    return ax'],
  ['Plots x.', '    return sns.barplot(data=x, ax=axes)', '    return axes'],
  ['Plots x.', '    b = x.plot()', '    b = __import__("matplotlib.pyplot").pyplot.gca()'],
  ['Writes x.', '    with open(x) as f:\n        f.write("a")', '    with open(x) as f:\n        pass'],
  ['Shuffles x.', '    y = np.random.permutation(x)', '    y = x'],
  ['Scales x.', '    y = MinMaxScaler().fit_transform(x)', '    y = x'],
  ['Sorts x.', '    y = sorted(x)\n    x.sort()\n    z = x.sort_values("a")', '    y = list(x)\n    pass\n    z = x'],
])('leaves out what the prompt asks for: %s', async (prompt, body, expected) => {
  expect(await leaveOut(prompt, body)).toEqual([expected]);
});

it.each([
  ['Counts x.', '    return sorted(x)'],
  ['Plots x.', '    n, bins, patches = ax.hist(x)\n    return bins'],
  ['Plots x.', '    return len(x)'],
])('has no trial where nothing asks for a step, or its value is needed: %s', async (prompt, body) => {
  expect(await leaveOut(prompt, body)).toEqual([]);
});
