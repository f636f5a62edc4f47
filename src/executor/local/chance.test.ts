import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../schema/execution.ts';
import type { Executor } from '../executor.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
});
afterAll(() => executor.close());

const test =
  'import unittest\nclass TestCases(unittest.TestCase):\n    def test_it(self):\n        self.assertTrue(task_func())\n';

const showChance = `
import glob, json, os, pathlib, random, shutil
os.mkdir("many")
for name in "abcdefghijkl":
    open("many/" + name, "w").close()
with os.scandir("many") as entries:
    scanned = [entry.name for entry in entries]
print(json.dumps({
    "random": random.random(),
    "hash": hash("text"),
    "listdir": os.listdir("many"),
    "scandir": scanned,
    "glob": glob.glob("many/*"),
    "iterdir": [path.name for path in pathlib.Path("many").iterdir()],
    "walk": next(os.walk("many"))[2],
}))
shutil.rmtree("many")
def task_func():
    return not os.path.exists("many")
`;

/** Passes with one seed in four or so. */
const lucky = 'import random\ndef task_func():\n    return random.random() < 0.25\n';

async function run(code: string, seed?: number) {
  const job = { id: 'a', code, test, seed, limits: { ...defaultLimits, wallMs: 20_000 }, libs: [] };
  for await (const execution of executor.execute([job])) return execution;
  throw new Error('nothing came back');
}

describe('chance', () => {
  it('is the same for every solution without a seed, another with each seed, and repeats', async () => {
    const kinds = ['random', 'hash', 'listdir', 'scandir', 'glob', 'iterdir', 'walk'];
    const shown = [];
    for (const seed of [undefined, undefined, 1, 2, 1]) {
      const { outcome, flags, stdout } = await run(showChance, seed);
      expect({ outcome, flags }).toEqual({ outcome: 'pass', flags: [] });
      shown.push(JSON.parse(stdout));
    }
    const [first, again, one, two, oneAgain] = shown;
    expect(again).toEqual(first);
    expect(oneAgain).toEqual(one);
    for (const kind of kinds) {
      expect(new Set([first, one, two].map((values) => JSON.stringify(values[kind]))).size, kind).toBe(3);
    }
    for (const kind of kinds.slice(2)) expect([...one[kind]].sort(), kind).toEqual([...first[kind]].sort());
  });

  it('lets a program that needs luck both pass and fail', async () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) outcomes.add((await run(lucky, seed)).outcome);
    expect([...outcomes].sort()).toEqual(['fail', 'pass']);
  });

  it('gives the separate judge the same chance', async () => {
    const seedOf = async (separate?: { prompt: string; entryPoint: string }) => {
      const job = { id: 'a', code: showChance, test, seed: 3, separate, limits: defaultLimits, libs: [] };
      for await (const execution of executor.execute([job])) return execution.stdout;
      return undefined;
    };
    expect(await seedOf({ prompt: '', entryPoint: 'task_func' })).toBe(await seedOf());
  });
});
