import { describe, expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import { loadTreeParser } from '../../syntax/syntax-tree.ts';
import { rewrite, rewrites } from './rewrites.ts';

const parser = await loadTreeParser();
const completePrompt = 'import os\ndef task_func(path, n):\n    """\n    Refuses with "too long".\n    """\n';

function rewritten(name: string, body: string): string | undefined {
  const task = buildTask('T/1', { completePrompt, canonicalSolution: body });
  const chosen = rewrites.filter((each) => each.name === name);
  return rewrite(parser, completePrompt + body, task, chosen)?.slice(completePrompt.length);
}

describe('rewrite', () => {
  it.each([
    [
      'names',
      '    a = path\n    for b in a: print(b, sep=a)\n    return a.a',
      '    a_ = path\n    for b_ in a_: print(b_, sep=a_)\n    return a_.a',
    ],
    [
      'names',
      '    path = n\n    g = lambda x: x\n    x = 1\n    return x',
      '    path = n\n    g_ = lambda x: x\n    x = 1\n    return x',
    ],
    [
      'keywords',
      '    ax.set_title("a")\n    pd.DataFrame(x, index=y)',
      '    ax.set_title(label="a")\n    pd.DataFrame(data=x, index=y)',
    ],
    [
      'subprocess',
      '    return subprocess.call(["a"], timeout=1)',
      '    return subprocess.run(["a"], timeout=1).returncode',
    ],
    ['axes', '    plt.title("a")', '    plt.gca().set_title("a")'],
    [
      'plot',
      '    df.a.plot(kind="bar", x=n)',
      '    (lambda *given, **named: getattr(df.a.plot, named.pop("kind"))(*given, **named) if "kind" in named else df.a.plot(*given, **named))(kind="bar", x=n)',
    ],
    ['plot', '    df.plot.hist(bins=n)', '    __import__("functools").partial(df.plot, kind="hist")(bins=n)'],
    ['open', '    open(path, "r")', '    __import__("pathlib").Path(path).open("r")'],
    ['listed', '    os.listdir(path)', '    sorted(os.listdir(path))'],
    ['scandir', '    os.listdir(path)', '    [entry.name for entry in os.scandir(path)]'],
    ['randint', '    random.randint(1, n)', '    random.randrange(1, (n) + 1)'],
    ['untitled', '    ax.set_title("a")', '    pass'],
    ['unlabelled', '    ax.set_xlabel("a")\n    b = ax.legend()', '    pass\n    b = ax.legend()'],
    ['draws', '    a = random.random()\n    b = random.random()', '    b = random.random()\n    a = random.random()'],
    ['messages', '    raise ValueError("Too short")', '    raise ValueError("This is refused.")'],
  ])('%s: %s', (name, body, expected) => {
    expect(rewritten(name, body)).toBe(expected);
  });

  it.each([
    ['names', '    a = 1\n    return locals()'],
    ['keywords', '    np.array(x)'],
    ['plot', '    plt.plot(x)\n    ax.plot(x)'],
    ['randint', '    np.random.randint(1, n)'],
    ['draws', '    a = random.random()\n    b = random.gauss(a, 1)'],
    ['messages', '    raise ValueError("Too long")'],
  ])('%s leaves alone what may mean something else: %s', (name, body) => {
    expect(rewritten(name, body)).toBeUndefined();
  });
});
