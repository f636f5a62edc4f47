import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TaskSet } from '../dataset/task-set.ts';
import { buildTask } from '../evaluate/testing/tasks.ts';
import type { Executor } from '../executor/executor.ts';
import { openGeneration } from '../generate/generation.ts';
import { ProviderError } from '../model/provider-error.ts';
import { type ResolvedModel, resolveModel } from '../model/resolve-model.ts';
import { resolvePromptSettings } from '../prompt/build-prompt.ts';
import { completeRules } from '../schema/evaluation-rules.ts';
import type { Execution } from '../schema/execution.ts';
import { type RunEvent, runEventSchema } from '../schema/run-event.ts';
import { createMemoryCache } from '../store/content-cache.ts';
import { readRun } from '../store/run-log.ts';
import { createScriptedExecutor, type Script, type ScriptedExecutorOptions } from '../testing/scripted-executor.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { readSamples } from '../upstream/read-samples.ts';
import { collect } from '../util/collect.ts';
import { openModelRun } from './open-model-run.ts';
import { type ModelRun, type RunModelOptions, runModel } from './run-model.ts';

const tasks = ['T/0', 'T/1', 'T/2', 'T/3'].map((id) => buildTask(id));
const taskSet: TaskSet = { name: 'small', version: '1', hash: 'abc', tasks };

const judgeByText: Script = ({ code }) => (code.includes('wrong') ? { outcome: 'fail' } : {});
const answer = (text: string) => ({ text: `\`\`\`python\n${text}\n\`\`\`` });
/** Without an audit: what is executed is what is counted here. */
const plainRules = completeRules({ integrity: 'flags' });
const isCanonical = (code: string) => code.includes('"""');

/** An executor that remembers the programs of samples; ground truth is left out. */
function watchExecutor(script: Script = judgeByText, options: ScriptedExecutorOptions = {}) {
  const executed: string[] = [];
  const executor = createScriptedExecutor((job, signal) => {
    if (!isCanonical(job.code)) executed.push(job.code.split('\n').at(-1) ?? '');
    return script(job, signal);
  }, options);
  return { executor, executed };
}

/** Answers every task with a program of its own, that of T/2 is wrong. */
const answerAll = (options = {}): Promise<ScriptedModel> =>
  createScriptedModel(
    ({ task }) => answer(`def task_func():\n    return ${task.id === 'T/2' ? "'wrong'" : `'${task.id}'`}`),
    options,
  );

async function createPlace() {
  const folder = await createTemporaryFolder();
  const fill = (model: ResolvedModel, executor: Executor, options: Partial<RunModelOptions> = {}): RunModelOptions => ({
    taskSet,
    tasks,
    subset: 'small',
    model,
    revision: 'main',
    prompt: resolvePromptSettings({ split: 'complete', kind: 'chat' }),
    parameters: { temperature: 0, maxNewTokens: 100 },
    nSamples: 1,
    strategy: 'upstream',
    sanitize: takeBlock,
    rules: plainRules,
    groundTruth: { minRate: 0.99 },
    executor,
    outDir: folder.path,
    passK: [1],
    ...options,
  });
  const run = (...[model, executor, options]: Parameters<typeof fill>) => runModel(fill(model, executor, options));
  /** Asks without judging, as `bcb generate` does. */
  const generate = async (model: ResolvedModel, choices: Partial<RunModelOptions> = {}) => {
    const options = fill(model, watchExecutor().executor, choices);
    const opened = await openModelRun(options);
    await using _ = opened.log;
    const generation = await openGeneration({ ...options, ...opened });
    await collect(generation.keys());
    await generation.writeSamples();
    return opened.log.path;
  };
  return { ...folder, run, generate };
}

/** The solution is what the fences enclose. */
const takeBlock = (text: string) => ({ solution: text.replaceAll(/^```.*$/gm, '').trim() });

const solutionsIn = async (path: string) =>
  Object.fromEntries(
    (await collect(readSamples(path))).map(({ taskId, index, solution }) => [`${taskId}#${index}`, solution]),
  );

const statusesOf = ({ report }: ModelRun) =>
  Object.fromEntries(report.verdicts.map(({ taskId, index, status }) => [`${taskId}#${index}`, status]));

/** Damages the line of the journal that contains all of these. */
async function damageLine(path: string, ...parts: string[]): Promise<void> {
  const journal = join(path, 'journal.jsonl');
  const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
  const at = lines.findIndex((line) => parts.every((part) => line.includes(part)));
  expect(at).toBeGreaterThan(-1);
  await writeFile(journal, `${lines.with(at, '\0'.repeat(30)).join('\n')}\n`);
}

describe('runModel', () => {
  it('reports score, files and samples', async () => {
    await using place = await createPlace();
    const { executor } = watchExecutor();
    const { report, samplesFile, files, generation } = await place.run(await answerAll(), executor);
    expect(report).toMatchObject({ model: 'test:model', split: 'complete', subset: 'small', datasetVersion: '1' });
    expect(report.score.byK[0]?.passAtK.value).toBe(0.75);
    expect(report.groundTruth).toMatchObject({ tasks: 4, passed: 4 });
    expect(generation).toMatchObject({ total: 4, answered: 4, missing: 0 });
    const lines = (await readFile(samplesFile.path, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).task_id)).toEqual(['T/0', 'T/1', 'T/2', 'T/3']);
    const ends = ['_eval_results.json', 'verdicts.parquet', '_pass_at_k.json'];
    expect(files.map(({ path }) => ends.find((end) => path.endsWith(end)))).toEqual(ends);
  });

  it('tells what happens from its start to its end, as JSON that the schema knows', async () => {
    await using place = await createPlace();
    const events: RunEvent[] = [];
    const { report, path } = await place.run(await answerAll(), watchExecutor().executor, {
      onEvent: (event) => events.push(event),
    });
    expect(events.at(0)).toEqual({
      type: 'run-started',
      model: 'test:model',
      split: 'complete',
      subset: 'small',
      total: 4,
    });
    expect(events.at(-1)).toEqual({ type: 'run-finished', runId: report.runId, path, score: report.score });
    const count = (type: RunEvent['type']) => events.filter((event) => event.type === type).length;
    expect([count('answered'), count('sample'), count('verdict')]).toEqual([4, 4, 4]);
    for (const event of events) {
      const json: unknown = JSON.parse(JSON.stringify(event));
      expect(runEventSchema.parse(json)).toEqual(json);
    }
  });

  it('tells that it failed, and why', async () => {
    await using place = await createPlace();
    const events: RunEvent[] = [];
    const broken = watchExecutor(() => ({ outcome: 'error' }));
    const running = place.run(await answerAll(), broken.executor, { onEvent: (event) => events.push(event) });
    await expect(running).rejects.toThrow();
    const message = expect.stringContaining('0.0');
    expect(events.at(-1)).toEqual({ type: 'run-failed', code: 'UNTRUSTED_ENVIRONMENT', message });
  });

  it('executes a sample while the next one is still being written', async () => {
    await using place = await createPlace();
    let tellVerdict = () => {};
    const firstVerdict = new Promise<void>((resolve) => {
      tellVerdict = resolve;
    });
    const model = await createScriptedModel(async ({ task }) => {
      // Would never end if verdicts waited for the last answer.
      if (task.id === 'T/3') await firstVerdict;
      return answer(`def task_func():\n    return '${task.id}'`);
    });
    const { executor } = watchExecutor();
    const order: string[] = [];
    await place.run(model, executor, {
      onEvent: (event) => {
        if (event.type !== 'sample' && event.type !== 'verdict') return;
        order.push(`${event.type} ${event.taskId}`);
        if (event.type === 'verdict') tellVerdict();
      },
    });
    expect(order.indexOf('sample T/3')).toBeGreaterThan(order.findIndex((entry) => entry.startsWith('verdict')));
    expect(order).toHaveLength(8);
  });

  it('asks while ground truth is checked', async () => {
    await using place = await createPlace();
    const model = await answerAll();
    let answered = 0;
    let tellAnswered = () => {};
    const allAnswered = new Promise<void>((resolve) => {
      tellAnswered = resolve;
    });
    const { executor } = watchExecutor(async (job, signal) => {
      if (isCanonical(job.code)) await allAnswered;
      return judgeByText(job, signal);
    });
    const onEvent = ({ type }: RunEvent) => {
      if (type === 'sample' && ++answered === tasks.length) tellAnswered();
    };
    expect((await place.run(model, executor, { onEvent })).report.verdicts).toHaveLength(4);
  });

  it('gives no score where answers are missing; the same call asks and executes only those', async () => {
    await using place = await createPlace();
    const half = await createScriptedModel(
      ({ task }) => {
        if (task.id === 'T/1') throw new ProviderError('bad-request', 'Refused.');
        return answer(`def task_func():\n    return '${task.id}'`);
      },
      { maxConcurrency: 1 },
    );
    const first = watchExecutor();
    await expect(place.run(half, first.executor)).rejects.toMatchObject({ code: 'INCOMPLETE', isRetryable: true });
    expect(first.executed).toHaveLength(3);
    const whole = await answerAll();
    const second = watchExecutor();
    const { report } = await place.run(whole, second.executor);
    expect(whole.asked.map(({ taskId }) => taskId)).toEqual(['T/1']);
    expect(second.executed).toEqual(["    return 'T/1'"]);
    expect(report.verdicts).toHaveLength(4);
  });

  it('gives no score where the sandbox fails, and keeps what was executed', async () => {
    await using place = await createPlace();
    const failing = watchExecutor(({ code }) => {
      if (code.includes("return 'T/3'")) throw new Error('no more processes');
      return {};
    });
    await expect(place.run(await answerAll(), failing.executor)).rejects.toMatchObject({ code: 'INCOMPLETE' });
    const again = await answerAll();
    const healthy = watchExecutor(() => ({}));
    await place.run(again, healthy.executor);
    expect(again.asked).toEqual([]);
    expect(healthy.executed).toEqual(["    return 'T/3'"]);
  });

  it('executes no sample in an environment that cannot be trusted, but keeps the answers', async () => {
    await using place = await createPlace();
    const broken = watchExecutor(() => ({ outcome: 'error' }), { info: { fingerprint: 'broken' } });
    const model = await answerAll();
    const untrusted = place.run(model, broken.executor);
    await expect(untrusted).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    expect(broken.executed).toEqual([]);
    const again = await answerAll();
    const mended = watchExecutor(judgeByText, { info: { fingerprint: 'mended' } });
    const { report } = await place.run(again, mended.executor);
    expect(report.verdicts).toHaveLength(4);
    expect(model.asked.length).toBeGreaterThan(0);
    expect(model.asked.length + again.asked.length).toBe(4);
  });

  it('stops when told to, and resumes without asking or executing again', async () => {
    await using place = await createPlace();
    const stop = new AbortController();
    const { executor } = watchExecutor(({ code }) =>
      isCanonical(code) || code.includes("'T/0'") ? {} : new Promise<never>(() => {}),
    );
    const model = await answerAll();
    const reason = new Error('told to stop');
    const onEvent = ({ type }: RunEvent) => {
      if (type === 'verdict') stop.abort(reason);
    };
    await expect(place.run(model, executor, { signal: stop.signal, onEvent })).rejects.toBe(reason);
    const later = watchExecutor();
    const again = await answerAll();
    const { report } = await place.run(again, later.executor);
    expect(report.verdicts).toHaveLength(4);
    expect(model.asked.length + again.asked.length).toBe(4);
    expect(later.executed).toHaveLength(3);
  });

  it('ends what is being asked when nobody will judge it', async () => {
    await using place = await createPlace();
    const model = await createScriptedModel(({ task }, _, { signal }) =>
      task.id === 'T/0'
        ? answer('def task_func():\n    return 0')
        : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const { executor } = watchExecutor(() => ({ outcome: 'error' }));
    await expect(place.run(model, executor)).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
  });

  it('writes a run whose second time executes nothing and writes nothing', async () => {
    await using place = await createPlace();
    const first = await place.run(await answerAll(), watchExecutor().executor);
    const model = await answerAll();
    const { executor, executed } = watchExecutor();
    const second = await place.run(model, executor);
    expect([model.asked, executed]).toEqual([[], []]);
    expect(second.report).toEqual(first.report);
    expect([second.samplesFile, ...second.files].map(({ path }) => path)).toEqual(
      [first.samplesFile, ...first.files].map(({ path }) => path),
    );
    const journal = await readFile(join(place.path, 'runs', second.report.runId, 'journal.jsonl'), 'utf8');
    expect(journal.match(/"type":"verdict"/g)).toHaveLength(4);
  });
});

describe('an answer that changed', () => {
  const program = (text: string) => `def task_func():\n    return '${text}'`;

  it('in the file that is replayed is judged again, and only it', async () => {
    await using place = await createPlace();
    const path = join(place.path, 'answers.jsonl');
    const record = async (texts: readonly string[]) => {
      const lines = texts.map((text, at) => JSON.stringify({ task_id: `T/${at}`, raw_solution: program(text) }));
      await writeFile(path, lines.join('\n'));
      return resolveModel(`replay:${path}`);
    };
    const first = await place.run(await record(['a', 'b', 'wrong', 'd']), watchExecutor().executor);
    expect(first.report.score.passAt1?.value).toBe(0.75);
    const { executor, executed } = watchExecutor();
    const opened: RunEvent[] = [];
    const onEvent = (event: RunEvent) => event.type === 'run-opened' && opened.push(event);
    const second = await place.run(await record(['a', 'b', 'better', 'd']), executor, { onEvent });
    // The verdict that goes away is not counted beside the one to come.
    expect(opened).toMatchObject([{ done: 3, passed: 3, causes: {} }]);
    expect(executed).toEqual(["    return 'better'"]);
    expect(second.path).toBe(first.path);
    expect(second.report.score.passAt1?.value).toBe(1);
    expect(statusesOf(second)).toEqual({ 'T/0#0': 'pass', 'T/1#0': 'pass', 'T/2#0': 'pass', 'T/3#0': 'pass' });
    expect((await solutionsIn(second.samplesFile.path))['T/2#0']).toBe(program('better'));
    const results = await readFile(second.files[0]?.path ?? '', 'utf8');
    expect(JSON.parse(results).eval['T/2'][0]).toMatchObject({
      status: 'pass',
      solution: expect.stringContaining('better'),
    });
    expect((await readRun(second.path)).record).toMatchObject({ state: 'finished', verdicts: 4, passed: 4 });
  });

  it('because everything was asked for again is judged again', async () => {
    await using place = await createPlace();
    await place.run(await answerAll(), watchExecutor().executor);
    const other = await createScriptedModel(({ task }) => answer(program(`wrong ${task.id}`)));
    const path = await place.generate(other, { resume: false });
    // Until then nothing is judged, and no score is shown.
    expect((await readRun(path)).record).toMatchObject({ state: 'stopped', verdicts: 0, result: undefined });
    const { executor, executed } = watchExecutor();
    const again = await answerAll();
    const run = await place.run(again, executor);
    expect(again.asked).toEqual([]);
    expect(run.path).toBe(path);
    expect(executed).toHaveLength(4);
    expect(run.report.score.passAt1?.value).toBe(0);
  });

  it('after its line was damaged is asked for and judged again, and only it', async () => {
    await using place = await createPlace();
    const { path } = await place.run(await answerAll(), watchExecutor().executor);
    await damageLine(path, '"type":"answer"', 'T/1');
    const model = await createScriptedModel(() => answer(program('wrong now')));
    const { executor, executed } = watchExecutor();
    const run = await place.run(model, executor);
    expect(model.asked.map(({ taskId }) => taskId)).toEqual(['T/1']);
    expect(executed).toEqual(["    return 'wrong now'"]);
    expect(statusesOf(run)).toMatchObject({ 'T/0#0': 'pass', 'T/1#0': 'fail' });
  });

  it('of which only the verdict was damaged is not asked for again', async () => {
    await using place = await createPlace();
    const { path } = await place.run(await answerAll(), watchExecutor().executor);
    await damageLine(path, '"type":"verdict"', 'T/1');
    expect((await readRun(path)).record).toMatchObject({ state: 'stopped', verdicts: 3 });
    const model = await answerAll();
    const { executor, executed } = watchExecutor();
    const run = await place.run(model, executor);
    expect([model.asked, executed]).toEqual([[], ["    return 'T/1'"]]);
    expect(run.record).toMatchObject({ state: 'finished', verdicts: 4, damagedLines: 1 });
  });

  it('into another program, because the sanitizer did, is judged again, and only it', async () => {
    await using place = await createPlace();
    const first = await place.run(await answerAll(), watchExecutor().executor);
    // A new version of the same strategy takes something else out of one answer.
    const sanitize = (text: string) => ({ solution: takeBlock(text).solution.replace("'T/1'", "'wrong after all'") });
    const { executor, executed } = watchExecutor();
    const second = await place.run(await answerAll(), executor, { sanitize });
    expect(second.path).toBe(first.path);
    expect(executed).toEqual(["    return 'wrong after all'"]);
    expect(statusesOf(second)).toEqual({ 'T/0#0': 'pass', 'T/1#0': 'fail', 'T/2#0': 'fail', 'T/3#0': 'pass' });
    expect((await solutionsIn(second.samplesFile.path))['T/1#0']).toContain('wrong after all');
    const again = watchExecutor();
    await place.run(await answerAll(), again.executor, { sanitize });
    expect(again.executed).toEqual([]);
  });

  it('in a retry is judged again, and only it', async () => {
    await using place = await createPlace();
    const cut = await createScriptedModel(({ task, parameters }) => ({
      ...answer(program(parameters.maxNewTokens > 100 ? 'whole' : task.id)),
      finishReason: task.id === 'T/1' && parameters.maxNewTokens === 100 ? 'length' : 'stop',
    }));
    await place.run(cut, watchExecutor().executor);
    const { executor, executed } = watchExecutor();
    const opened: RunEvent[] = [];
    const onEvent = (event: RunEvent) => event.type === 'run-opened' && opened.push(event);
    const run = await place.run(cut, executor, { retry: { kinds: ['truncated'], maxNewTokens: 1000 }, onEvent });
    expect(opened).toMatchObject([{ done: 3, passed: 3 }]);
    expect(cut.asked.slice(4)).toMatchObject([{ taskId: 'T/1', maxNewTokens: 1000 }]);
    expect(executed).toEqual(["    return 'whole'"]);
    expect(run.report.answers).toEqual({ truncated: 0, empty: 0 });
  });
});

describe('a run that grows', () => {
  const hot = { parameters: { temperature: 0.8, maxNewTokens: 100 } };
  const answerEach = () =>
    createScriptedModel(({ task }, index) => answer(`def task_func():\n    return '${task.id} ${index}'`));

  it('by tasks asks and, with a cache, executes only what is new', async () => {
    await using place = await createPlace();
    const caches = { executions: createMemoryCache<Execution>() };
    await place.run(await answerEach(), watchExecutor().executor, { tasks: tasks.slice(0, 2), caches });
    const model = await answerEach();
    const { executor, executed } = watchExecutor();
    const { report, samplesFile } = await place.run(model, executor, { caches });
    expect(model.asked.map(({ taskId }) => taskId)).toEqual(['T/2', 'T/3']);
    expect(executed.sort()).toEqual(["    return 'T/2 0'", "    return 'T/3 0'"]);
    expect(report.verdicts).toHaveLength(4);
    expect(Object.keys(await solutionsIn(samplesFile.path))).toEqual(['T/0#0', 'T/1#0', 'T/2#0', 'T/3#0']);
  });

  it('by samples asks and, with a cache, executes only what is new', async () => {
    await using place = await createPlace();
    const caches = { executions: createMemoryCache<Execution>() };
    await place.run(await answerEach(), watchExecutor().executor, { ...hot, nSamples: 2, caches });
    const model = await answerEach();
    const { executor, executed } = watchExecutor();
    const { report } = await place.run(model, executor, { ...hot, nSamples: 3, caches });
    expect(model.asked).toMatchObject(tasks.map(({ id }) => ({ taskId: id, indexes: [2] })));
    expect(executed.sort()).toEqual(tasks.map(({ id }) => `    return '${id} 2'`));
    expect(report.verdicts).toHaveLength(12);
  });

  it('is another run that has its own score; the earlier one keeps its', async () => {
    await using place = await createPlace();
    const small = await place.run(await answerAll(), watchExecutor().executor, { tasks: tasks.slice(0, 2) });
    const large = await place.run(await answerAll(), watchExecutor().executor);
    expect(large.path).not.toBe(small.path);
    expect((await readRun(small.path)).record).toMatchObject({ state: 'finished', verdicts: 2, passed: 2 });
    expect((await readRun(large.path)).record).toMatchObject({ state: 'finished', verdicts: 4, passed: 3 });
  });

  it('takes nothing from a run that asked otherwise', async () => {
    await using place = await createPlace();
    await place.run(await answerEach(), watchExecutor().executor);
    const model = await answerEach();
    await place.run(model, watchExecutor().executor, { parameters: { temperature: 0, maxNewTokens: 200 } });
    expect(model.asked).toHaveLength(4);
  });

  it('judges by other rules without asking', async () => {
    await using place = await createPlace();
    await place.run(await answerAll(), watchExecutor().executor);
    const model = await answerAll();
    const { executor, executed } = watchExecutor();
    await place.run(model, executor, { rules: completeRules({ ...plainRules, calibrated: false }) });
    expect([model.asked.length, executed.length]).toEqual([0, 4]);
  });
});

describe('a broken reference solution', () => {
  it('is checked again by the same call, and the run then finishes', async () => {
    await using place = await createPlace();
    let isBusy = true;
    const { executor } = watchExecutor((job, signal) =>
      isBusy && isCanonical(job.code) && job.test.includes('T/1') ? { outcome: 'timeout' } : judgeByText(job, signal),
    );
    const first = place.run(await answerAll(), executor);
    await expect(first).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    isBusy = false;
    const model = await answerAll();
    const { report, record } = await place.run(model, executor);
    expect(record.state).toBe('finished');
    expect(report.groundTruth).toMatchObject({ tasks: 4, passed: 4, failed: [] });
    expect(report.score.passAt1?.value).toBe(0.75);
  });
});
