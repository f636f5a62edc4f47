import { cp, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { compareRuns } from '../compare-results.ts';
import { createResultFinder } from '../find-results.ts';
import { readResult, readResults } from '../read-results.ts';
import { shareOf } from '../result.ts';
import { readForeignResults } from './read-foreign.ts';

/** Written by Inspect 0.3.285, Harbor 0.25.0, verifiers 0.4.0, NeMo-Gym 0.4.0 and Every Eval Ever 0.3.0. */
const logs = fileURLToPath(new URL('../testing/logs', import.meta.url));
const list = async (folder: string) =>
  (await readdir(join(logs, folder))).sort().map((name) => join(logs, folder, name));
const [logA = '', logB = '', logC = ''] = await list('inspect-logs');
const [record = '', recordSamples = ''] = await list('every-eval-ever');
const traces = join(logs, 'verifiers/traces.jsonl');
const rollouts = join(logs, 'nemo-gym/rollouts.jsonl');
const [nop, oracle] = [join(logs, 'harbor/nop'), join(logs, 'harbor/oracle')];

/** Model, split, and the share of samples that pass by the number of each task. */
const told = async (path: string) => {
  const { model, conditions, tasks } = await readResult(path);
  const shares = Object.fromEntries([...tasks].map(([id, task]) => [id.replace('BigCodeBench/', ''), shareOf(task)]));
  return [model, conditions.split, shares];
};

const pattern = (digits: string) => Object.fromEntries([...digits].map((digit, at) => [at, Number(digit)]));

interface Rollout {
  readonly task: string;
  readonly split: string;
  readonly reward: number | 'NaN' | 'Infinity';
}

/** Rollouts of NeMo-Gym with these rewards, which are written as Python writes numbers. */
async function writeRollouts(folder: string, rollouts: readonly Rollout[]): Promise<string> {
  const path = join(folder, 'rollouts.jsonl');
  const lines = rollouts.map(({ task, split, reward }) => {
    const verifier_metadata = { task_id: task, split };
    const said = {
      responses_create_params: {},
      _ng_task_index: 0,
      verifier_metadata,
      response: { model: 'lab/coder' },
    };
    return `${JSON.stringify(said).slice(0, -1)},"reward":${reward}}\n`;
  });
  await writeFile(path, lines.join(''));
  return path;
}

describe('logs of other tools', () => {
  it.each([
    ['an .eval log of Inspect', logA, ['acme/lab/coder-a', undefined, pattern('110100')]],
    ['a .json log of Inspect, with numbers as ids', logB, ['acme/lab/coder-b', undefined, pattern('011110')]],
    ['a log with two epochs', logC, ['acme/lab/coder-c', undefined, { 0: 0.5, 1: 0.5 }]],
    ['a record of Every Eval Ever', record, ['lab/coder-b', undefined, pattern('011110')]],
    ['its samples', recordSamples, ['lab/coder-b', undefined, pattern('011110')]],
    ['traces of verifiers', traces, ['lab/coder-v', 'instruct', { 0: 1, 1: 0, 2: 1, 3: 1, 5: 0 }]],
    ['rollouts of NeMo-Gym', rollouts, ['lab/coder-n', 'instruct', pattern('101100')]],
    ['a job of Harbor', nop, ['nop', 'complete', { 3: 0, 34: 0 }]],
    ['another job of Harbor', oracle, ['oracle', 'complete', { 3: 1, 34: 1 }]],
  ])('%s', async (_, path, expected) => {
    expect(await told(path)).toEqual(expected);
  });

  it('are found in folders by the names that their tools give them', async () => {
    await using folder = await createTemporaryFolder();
    await cp(logs, folder.path, { recursive: true });
    await writeFile(join(folder.path, 'nemo-gym/samples.jsonl'), '');
    const find = createResultFinder();
    const kindsIn = async (path: string) => (await find(join(folder.path, path))).map(({ kind }) => kind);
    expect(await kindsIn('inspect-logs')).toEqual(['inspect', 'inspect', 'inspect']);
    expect(await kindsIn('harbor')).toEqual(['harbor', 'harbor']);
    expect(await kindsIn('.')).toEqual([
      ...['every-eval-ever', 'inspect', 'inspect', 'inspect', 'nemo-gym', 'verifiers'],
    ]);
    // A trial is no job, and has nothing else in it.
    const [trial = ''] = (await readdir(nop)).filter((name) => name.startsWith('bigcodebench'));
    expect(await kindsIn(join('harbor/nop', trial))).toEqual([]);
  });

  it('are compared and ranked; what they do not say is not checked', async () => {
    const { comparisons } = await compareRuns([logA, logB]);
    expect(comparisons).toMatchObject([{ tasks: 6, both: 2, only_a: 1, only_b: 2, neither: 1, mismatches: [] }]);
    expect(comparisons[0]?.notes.join('\n')).toMatch(/does not say its split, subset, dataset, .*: not checked/);
    expect(comparisons[0]?.flips).toContainEqual({
      ...{ task_id: 'BigCodeBench/0', a: 'pass', b: 'fail' },
      cause: "NameError: name 'task_func' is not defined",
    });
    await expect(compareRuns([nop, rollouts])).rejects.toThrow(/differ in split \(complete \/ instruct\)/);
  });

  it('tell solutions and answers in full', async () => {
    const textsOf = async (kind: 'inspect' | 'harbor', path: string) => {
      const [read] = await readForeignResults(kind, path);
      return [...(read?.samples.values() ?? [])][0]?.[0]?.texts?.();
    };
    const answer = '```python\ndef task_func():\n    return 1\n```';
    expect(await textsOf('inspect', logA)).toEqual({ answer, solution: answer });
    expect(await textsOf('harbor', oracle)).toEqual({ solution: 'def task_func():\n    return 1\n' });
    expect(await textsOf('harbor', nop)).toEqual({ solution: undefined });
  });

  it('leave out what was not judged, and say so', async () => {
    expect((await readResult(traces)).notes).toEqual([`${traces}: 1 samples have no verdict and are left out.`]);
    await using folder = await createTemporaryFolder();
    await cp(nop, folder.path, { recursive: true });
    const [first = '', second = ''] = (await readdir(folder.path)).filter((name) => name.startsWith('bigcodebench'));
    const fail = async (trial: string, exception_type: string) => {
      const path = join(folder.path, trial, 'result.json');
      const result = JSON.parse(await readFile(path, 'utf8'));
      await writeFile(path, JSON.stringify({ ...result, exception_info: { exception_type, exception_message: '' } }));
    };
    await fail(first, 'AgentTimeoutError');
    await fail(second, 'SandboxBuildFailedError');
    const { tasks, notes } = await readResult(folder.path);
    expect([...tasks.values()]).toMatchObject([
      { passed: 0, cause: expect.stringMatching(/^AgentTimeoutError, reward 0/) },
    ]);
    expect(notes).toEqual([`${folder.path}: 1 samples have no verdict and are left out.`]);
    await fail(first, 'CancelledError');
    await expect(readResult(folder.path)).rejects.toThrow(/there is no verdict on any task in it/);
  });

  it('of both splits are a result for each', async () => {
    await using folder = await createTemporaryFolder();
    const path = await writeRollouts(folder.path, [
      { task: 'BigCodeBench/0', split: 'complete', reward: 1 },
      { task: 'BigCodeBench/0', split: 'instruct', reward: 0 },
      { task: 'BigCodeBench/1', split: 'instruct', reward: 1 },
    ]);
    const read = (await readResults(path)).map(({ conditions, tasks }) => [conditions.split, [...tasks.keys()].length]);
    expect(read).toEqual([
      ['complete', 1],
      ['instruct', 2],
    ]);
    await expect(readResult(path)).rejects.toThrow(
      `${path} holds 2 results (lab/coder complete, lab/coder instruct), and one is wanted: \`bcb leaderboard\` takes all of them.`,
    );
  });

  it('may have scores up to 1, which alone is a right answer', async () => {
    await using folder = await createTemporaryFolder();
    const rewards = [1, 0.7 + 0.2 + 0.1, 0.999, 0.5, 0, -1];
    const path = await writeRollouts(
      folder.path,
      rewards.map((reward, at) => ({ task: `BigCodeBench/${at}`, split: 'complete', reward })),
    );
    expect(await told(path)).toEqual(['lab/coder', 'complete', pattern('110000')]);
  });

  it('with scores above 1 are refused: which of them is right is not said', async () => {
    await using folder = await createTemporaryFolder();
    const path = await writeRollouts(folder.path, [
      { task: 'BigCodeBench/0', split: 'complete', reward: 1 },
      { task: 'BigCodeBench/1', split: 'complete', reward: 7.5 },
    ]);
    await expect(readResult(path)).rejects.toThrow(
      `${path} cannot be compared: it has scores above 1, such as 7.5, and does not say which of them are right answers.`,
    );
  });

  it('are read though they hold NaN and Infinity, as Python writes them', async () => {
    await using folder = await createTemporaryFolder();
    const header = join(folder.path, 'log.json');
    const numbers = '"spread": [NaN, -Infinity, "NaN, \\"Infinity\\""], "eval":';
    await writeFile(header, (await readFile(logB, 'utf8')).replace('"eval":', numbers));
    expect(await told(header)).toEqual(await told(logB));
    const row = { task: 'BigCodeBench/0', split: 'complete', reward: 1 } as const;
    const path = await writeRollouts(folder.path, [
      row,
      { ...row, task: 'BigCodeBench/1', reward: 'NaN' },
      { ...row, task: 'BigCodeBench/2', reward: 'Infinity' },
    ]);
    expect(await told(path)).toEqual(['lab/coder', 'complete', { 0: 1 }]);
    expect((await readResult(path)).notes).toEqual([`${path}: 2 samples have no verdict and are left out.`]);
  });

  it('are refused as long as they are not finished', async () => {
    await using folder = await createTemporaryFolder();
    const log = join(folder.path, '2026-01-01T00-00-00_bigcodebench_x.json');
    await writeFile(log, (await readFile(logB, 'utf8')).replace('"success"', '"cancelled"'));
    await expect(readResult(log)).rejects.toThrow(/is not finished \(cancelled\): finish it first/);
    await cp(nop, join(folder.path, 'job'), { recursive: true });
    const path = join(folder.path, 'job/result.json');
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), finished_at: null }));
    const warnings: string[] = [];
    await expect(readResult(join(folder.path, 'job'))).rejects.toThrow(/is not finished: finish it first/);
    await cp(oracle, join(folder.path, 'other'), { recursive: true });
    await mkdir(join(folder.path, 'jobs'));
    for (const name of ['job', 'other'])
      await cp(join(folder.path, name), join(folder.path, 'jobs', name), { recursive: true });
    const read = await readResults(join(folder.path, 'jobs'), { onWarning: (said) => void warnings.push(said) });
    expect(read.map(({ model }) => model)).toEqual(['oracle']);
    expect(warnings).toEqual([expect.stringMatching(/jobs\/job is not finished/)]);
  });

  it('say in one sentence what is wrong with them', async () => {
    await using folder = await createTemporaryFolder();
    const at = (name: string) => join(folder.path, name);
    await cp(logA, at('cut.eval'));
    await truncate(at('cut.eval'), 5000);
    await writeFile(at('text.eval'), 'no archive');
    const bytes = await readFile(logA);
    bytes.fill(0, 600, 900);
    await writeFile(at('damaged.eval'), bytes);
    await writeFile(at('traces.jsonl'), `${await readFile(traces, 'utf8')}{"task": 5}\n`);
    await writeFile(at('rollouts.jsonl'), await readFile(rollouts));
    await writeFile(at('record.json'), '{"schema_version": "0.3.0", "evaluation_id": "x", "model_info": {}}');
    await expect(readResult(at('cut.eval'))).rejects.toThrow(
      /cut\.eval cannot be read as a ZIP archive: it has no list/,
    );
    await expect(readResult(at('text.eval'))).rejects.toThrow(/text\.eval cannot be read as a ZIP archive/);
    const [damaged] = await readForeignResults('inspect', at('damaged.eval'));
    const sample = damaged?.samples.get('BigCodeBench/0')?.[0];
    await expect(sample?.texts?.()).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(readResult(at('traces.jsonl'))).rejects.toThrow(
      /traces\.jsonl:7 cannot be read as traces of verifiers: task/,
    );
    await expect(readResult(at('rollouts.jsonl'))).rejects.toThrow(/does not say which tasks it is about/);
    await expect(readResult(at('record.json'))).rejects.toThrow(/no results of single tasks/);
  });

  it('of Inspect mean by a score what Inspect does; one that it does not know is no verdict', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'log.json');
    const log = JSON.parse(await readFile(logB, 'utf8'));
    const values = ['C', 'I', 'P', 'N', '1', ' ', 'Yes', 'false', 'pass', { a: 1 }, null];
    const samples = values.map((value, id) => ({ ...log.samples[0], id, scores: { own: { value } } }));
    await writeFile(path, JSON.stringify({ ...log, samples }));
    expect((await told(path))[2]).toEqual({ 0: 1, 1: 0, 2: 0, 3: 0, 4: 1, 6: 1, 7: 0 });
    expect((await readResult(path)).notes).toContain(`${path}: 4 samples have no verdict and are left out.`);
  });

  it('of verifiers with several rewards pass by all of them, and say so', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'traces.jsonl');
    const [line = ''] = (await readFile(traces, 'utf8')).split('\n');
    const {
      task,
      traces: [trace],
      ...rest
    } = JSON.parse(line);
    const cases = [
      { correct: { score: 0 }, format: { score: 1 } },
      { correct: { score: 1 }, format: { score: 1, weight: 0.2 } },
      { correct: { score: 1 }, length: { score: 0, weight: 0 } },
      { correct: { score: null }, format: { score: 1 } },
    ];
    const lines = cases.map((rewards, at) => {
      const data = { id: `BigCodeBench/${at}` };
      return `${JSON.stringify({ ...rest, task: { ...task, data }, traces: [{ ...trace, rewards }] })}\n`;
    });
    await writeFile(path, lines.join(''));
    expect((await told(path))[2]).toEqual({ 0: 0, 1: 1, 2: 1 });
    expect((await readResult(path)).notes).toContain(
      `${path} has the rewards correct and format: a sample passes if it has 1 of each.`,
    );
  });

  it('of EvalPlus must pass both kinds of tests', async () => {
    await using folder = await createTemporaryFolder();
    await writeFile(
      join(folder.path, 'plus_eval_results.json'),
      JSON.stringify({
        date: '2026-01-01 00:00',
        hash: 'x',
        eval: Object.fromEntries(
          ['pass pass', 'pass fail', 'timeout pass', 'pass'].map((ends, at) => {
            const [base_status, plus_status = null] = ends.split(' ');
            const lists = { base_fail_tests: [], plus_fail_tests: [] };
            return [
              `HumanEval/${at}`,
              [{ task_id: `HumanEval/${at}`, solution: '', base_status, plus_status, ...lists }],
            ];
          }),
        ),
      }),
    );
    const path = join(folder.path, 'plus_eval_results.json');
    const { tasks, notes } = await readResult(path);
    expect(notes).toEqual([`${path}: samples without a result of the added tests passed the base tests alone.`]);
    expect([...tasks.values()].map(({ status, cause }) => [status, cause])).toEqual([
      ['pass', undefined],
      ['fail', 'fail in the added tests'],
      ['timeout', 'timeout in the base tests'],
      ['pass', undefined],
    ]);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"timeout"', '"skipped"'));
    await expect(readResult(path)).rejects.toThrow(`${path} cannot be read: it is not an eval_results.json.`);
  });
});
