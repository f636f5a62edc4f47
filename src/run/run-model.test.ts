import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TaskSet } from '../dataset/task-set.ts';
import { buildTask } from '../evaluate/testing/tasks.ts';
import type { Executor } from '../executor/executor.ts';
import { ProviderError } from '../model/provider-error.ts';
import { type RunEvent, runEventSchema } from '../schema/run-event.ts';
import { createScriptedExecutor, type Script, type ScriptedExecutorOptions } from '../testing/scripted-executor.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { RunModelOptions } from './model-run-options.ts';
import { runModel } from './run-model.ts';

const tasks = ['T/0', 'T/1', 'T/2', 'T/3'].map((id) => buildTask(id));
const taskSet: TaskSet = { name: 'small', version: '1', hash: 'abc', tasks };

const judgeByText: Script = ({ code }) => (code.includes('wrong') ? { outcome: 'fail' } : {});
const answer = (text: string) => ({ text: `\`\`\`python\n${text}\n\`\`\`` });
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
  const run = (model: ScriptedModel, executor: Executor, options: Partial<RunModelOptions> = {}) =>
    runModel({ taskSet, model, executor, outDir: folder.path, passK: [1], ...options });
  return { ...folder, run };
}

describe('runModel', () => {
  it('takes what is not said as the command line has it, and reports score, files and samples', async () => {
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
