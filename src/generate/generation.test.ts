import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveModel } from '../model/resolve-model.ts';
import { sampleTask } from '../model/testing/sample-request.ts';
import { resolvePromptSettings } from '../prompt/build-prompt.ts';
import { type ModelRunSubject, openModelRun } from '../run/open-model-run.ts';
import { completeRules, defaultRules } from '../schema/evaluation-rules.ts';
import type { Sample } from '../schema/sample.ts';
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { readSamples } from '../upstream/read-samples.ts';
import { collect } from '../util/collect.ts';
import { type GenerationOptions, openGeneration } from './generation.ts';

const tasks = Array.from({ length: 4 }, (_, at) => ({ ...sampleTask, id: `Test/${at}` }));
const taskSet = { name: 'bigcodebench-hard', version: 'v0.1.4', hash: 'abc', tasks };

type Choices = Partial<ModelRunSubject> & Pick<GenerationOptions, 'retry' | 'sanitize' | 'onEvent' | 'signal'>;

async function run(outDir: string, model: ScriptedModel, choices: Choices = {}) {
  const options = {
    outDir,
    taskSet,
    subset: 'hard',
    tasks,
    model,
    revision: 'main',
    prompt: resolvePromptSettings({ split: 'instruct', kind: 'chat' }),
    parameters: { temperature: 0, maxNewTokens: 100 },
    nSamples: 1,
    strategy: 'upstream',
    sanitize: (text: string) => ({ solution: `# ${text}` }),
    rules: defaultRules,
    ...choices,
  };
  const opened = await openModelRun(options);
  await using log = opened.log;
  const generation = await openGeneration({ ...options, ...opened });
  const samples: Sample[] = [];
  for await (const key of generation.keys()) samples.push(await generation.load(key));
  const file = await generation.writeSamples();
  const { id, path, isNew } = log;
  return { id, path, isNew, earlier: opened.earlier, samples, file, summary: await generation.summarize() };
}

describe('openGeneration', () => {
  test('writes the original’s file: name, three fields, order of the tasks', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(async ({ task }) => {
      // The first is answered last.
      if (task.id === 'Test/0') await new Promise((resolve) => setTimeout(resolve, 30));
      return { text: task.id, usage: { inputTokens: 10, outputTokens: 5 } };
    });
    const { file, summary, samples } = await run(folder.path, model);
    expect(samples[0]?.taskId).not.toBe('Test/0');
    expect(basename(file.path)).toBe('empty--main--bigcodebench-hard-instruct--empty-0-1-sanitized_calibrated.jsonl');
    const records = await collect(readSamples(file.path));
    expect(records.map(({ taskId, solution, rawText }) => [taskId, solution, rawText])).toEqual(
      tasks.map(({ id }) => [id, `# ${id}`, id]),
    );
    const [line = ''] = (await readFile(file.path, 'utf8')).split('\n');
    expect(Object.keys(JSON.parse(line))).toEqual([
      'task_id',
      'solution',
      'raw_solution',
      'sample_index',
      'model',
      'finish_reason',
      'usage',
    ]);
    expect(summary).toMatchObject({ total: 4, answered: 4, missing: 0, usage: { inputTokens: 40, outputTokens: 20 } });
  });

  test('the same command requests nothing and writes nothing', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(() => ({}));
    await run(folder.path, model);
    const { file, isNew } = await run(folder.path, model);
    expect([file.state, isNew, model.asked.length]).toEqual(['same', false, 4]);
  });

  test('more tasks or more samples are asked for only what is new', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(({ task }, index) => ({
      text: `${task.id} ${index} ${model.asked.length}`,
    }));
    const parameters = { temperature: 0.8, maxNewTokens: 100 };
    const first = await run(folder.path, model, { tasks: tasks.slice(0, 2), parameters, nSamples: 2 });
    const second = await run(folder.path, model, { parameters, nSamples: 2 });
    expect(second.id).not.toBe(first.id);
    expect(model.asked.slice(4).map(({ taskId }) => taskId)).toEqual(['Test/2', 'Test/2', 'Test/3', 'Test/3']);
    const third = await run(folder.path, model, { parameters, nSamples: 3 });
    expect(model.asked.slice(8)).toMatchObject(tasks.map(({ id }) => ({ taskId: id, indexes: [2] })));
    expect(third.samples).toHaveLength(12);
    // What was answered before is still the answer.
    const texts = ({ samples }: typeof first) => samples.map(({ rawText }) => rawText);
    expect(texts(second)).toEqual(expect.arrayContaining(texts(first)));
    expect(texts(third)).toEqual(expect.arrayContaining(texts(second)));
    expect(third.summary).toMatchObject({ total: 12, answered: 12, missing: 0 });
    expect(await collect(readSamples(third.file.path))).toHaveLength(12);
  });

  test('fewer tasks or samples ask for nothing', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(({ task }, index) => ({ text: `${task.id} ${index}` }));
    const parameters = { temperature: 0.8, maxNewTokens: 100 };
    await run(folder.path, model, { parameters, nSamples: 2 });
    const fewer = await run(folder.path, model, { parameters, nSamples: 1, tasks: tasks.slice(1, 3) });
    expect(model.asked).toHaveLength(8);
    expect(fewer.samples.map(({ rawText }) => rawText)).toEqual(['Test/1 0', 'Test/2 0']);
  });

  test('other rules of judging ask for nothing', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(() => ({}));
    const first = await run(folder.path, model);
    const second = await run(folder.path, model, { rules: completeRules({ calibrated: false }), strategy: 'none' });
    expect(second.id).not.toBe(first.id);
    expect(model.asked).toHaveLength(4);
  });

  test('a different parameter starts a new run, and says what differs', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(() => ({}));
    const first = await run(folder.path, model);
    const second = await run(folder.path, model, { parameters: { temperature: 0, maxNewTokens: 200 } });
    expect(second.id).not.toBe(first.id);
    expect(second.earlier).toMatchObject({
      id: first.id,
      differences: [{ field: 'asking.maxNewTokens', earlier: 100, now: 200 }],
    });
    const prompt = resolvePromptSettings({ split: 'instruct', kind: 'chat', instructionPrefix: 'Solve:' });
    const third = await run(folder.path, model, { prompt });
    expect(third.earlier?.differences.map(({ field }) => field)).toEqual(['asking.instructionPrefix']);
    expect(model.asked).toHaveLength(12);
    // Both runs write to the same name: the earlier file is kept.
    const other = await createScriptedModel(() => ({ text: 'other' }));
    const fourth = await run(folder.path, other, { parameters: { temperature: 0, maxNewTokens: 300 } });
    expect(fourth.file.backup).toBe(`${fourth.file.path}.bak`);
  });

  test('answers of a file that has changed do not count', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'recorded.jsonl');
    const record = (answers: readonly string[]) =>
      writeFile(
        path,
        answers.map((raw, at) => JSON.stringify({ task_id: `Test/${at}`, raw_solution: raw })).join('\n'),
      );
    const replay = async () => {
      const model = await resolveModel(`replay:${path}`);
      return (await run(folder.path, { ...model, asked: [] })).samples.map(({ rawText }) => rawText).sort();
    };
    await record(['a', 'b', 'c', 'd']);
    expect(await replay()).toEqual(['a', 'b', 'c', 'd']);
    await record(['a', 'b', 'x', 'd']);
    expect(await replay()).toEqual(['a', 'b', 'd', 'x']);
  });

  test('--resume false requests everything again and keeps the old journal', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(() => ({}));
    await run(folder.path, model);
    const again = await run(folder.path, model, { resume: false });
    expect(model.asked).toHaveLength(8);
    expect(await readFile(`${again.path}/journal.jsonl.bak`, 'utf8')).toContain('"answer"');
  });

  test('truncated and empty answers are counted, and requested again with another budget when asked', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(({ task, parameters }) => {
      if (task.id === 'Test/1' && parameters.maxNewTokens < 500) return { text: 'cut', finishReason: 'length' };
      if (task.id === 'Test/2') return { text: ' ', finishReason: 'stop' };
      return { text: 'whole' };
    });
    const first = await run(folder.path, model);
    expect(first.summary.kinds).toEqual({ truncated: 1, empty: 1, refused: 0, errors: 0 });
    const second = await run(folder.path, model, { retry: { kinds: ['truncated'], maxNewTokens: 1000 } });
    expect(second.id).toBe(first.id);
    expect(model.asked.slice(4)).toMatchObject([{ taskId: 'Test/1', maxNewTokens: 1000 }]);
    expect(second.summary.kinds).toMatchObject({ truncated: 0, empty: 1 });
    expect(second.samples.find(({ taskId }) => taskId === 'Test/1')?.rawText).toBe('whole');
    // Empty once more, it is asked for once per command, not for ever.
    await run(folder.path, model, { retry: { kinds: ['empty'] } });
    await run(folder.path, model, { retry: { kinds: ['empty'] } });
    expect(model.asked.slice(5).map(({ taskId }) => taskId)).toEqual(['Test/2', 'Test/2']);
  });

  test('an interrupted retry resumes with what it had not reached', async () => {
    await using folder = await createTemporaryFolder();
    const controller = new AbortController();
    const model = await createScriptedModel(
      () => {
        if (model.asked.length === 6) controller.abort(new Error('enough'));
        return { text: 'cut', finishReason: 'length' };
      },
      { maxConcurrency: 1 },
    );
    await run(folder.path, model);
    const retry = { kinds: ['truncated'] as const };
    await expect(run(folder.path, model, { retry, signal: controller.signal })).rejects.toThrow('enough');
    await run(folder.path, model, { retry });
    expect(model.asked.slice(4).map(({ taskId }) => taskId)).toEqual(['Test/0', 'Test/1', 'Test/2', 'Test/3']);
  });

  test('several samples at temperature 0 are rejected', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(() => ({}));
    await expect(run(folder.path, model, { nSamples: 2 })).rejects.toThrow(
      /Temperature 0 gives the same answer 2 times/,
    );
  });

  test('a different model, split or temperature is not something the user meant to resume', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(() => ({}));
    await run(folder.path, model);
    const other = await createScriptedModel(() => ({}), { name: 'test:other' });
    expect((await run(folder.path, other)).earlier).toBeUndefined();
    const parameters = { temperature: 0.5, maxNewTokens: 100 };
    expect((await run(folder.path, model, { parameters })).earlier).toBeUndefined();
    const longer = { parameters: { temperature: 0.5, maxNewTokens: 200 } };
    expect((await run(folder.path, model, longer)).earlier?.differences).toHaveLength(1);
  });

  test('a narrower run keeps the lines of the other tasks, in the order of the set', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(({ task }) => ({ text: task.id }));
    const whole = await run(folder.path, model);
    const before = await readFile(whole.file.path, 'utf8');
    const narrow = await run(folder.path, model, { tasks: tasks.slice(1, 2) });
    expect(narrow.file.state).toBe('same');
    expect(await readFile(narrow.file.path, 'utf8')).toBe(before);
    expect(narrow.summary).toMatchObject({ total: 1, answered: 1 });
  });

  test('lines of another run are not kept', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(({ task }) => ({ text: task.id }));
    await run(folder.path, model);
    const other = await run(folder.path, model, {
      parameters: { temperature: 0, maxNewTokens: 7 },
      tasks: [...tasks.slice(0, 2)],
    });
    const records = await collect(readSamples(other.file.path));
    expect(records.map(({ taskId }) => taskId)).toEqual(['Test/0', 'Test/1']);
    expect(other.file.state).toBe('replaced');
  });

  test('the original’s samples file is resumed, and nothing of it is lost', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'empty--main--bigcodebench-hard-instruct--empty-0-1-sanitized_calibrated.jsonl');
    const line = (id: string) => `{"task_id": "${id}", "solution": "old", "raw_solution": "raw ${id}"}\n`;
    await writeFile(path, line('Test/3') + line('Test/1') + line('Other/9'));
    const model = await createScriptedModel(({ task }) => ({ text: task.id }));
    const said: string[] = [];
    const { samples, file } = await run(folder.path, model, {
      onEvent: (event) => {
        if (event.type === 'warning') said.push(event.message);
      },
    });
    expect(model.asked.map(({ taskId }) => taskId)).toEqual(['Test/0', 'Test/2']);
    expect(said).toEqual([expect.stringMatching(/^2 answers are adopted from .*jsonl, which the original wrote/)]);
    expect(Object.fromEntries(samples.map(({ taskId, rawText }) => [taskId, rawText]))).toEqual({
      'Test/0': 'Test/0',
      'Test/1': 'raw Test/1',
      'Test/2': 'Test/2',
      'Test/3': 'raw Test/3',
    });
    expect(file).toMatchObject({ path, state: 'replaced' });
    const records = await collect(readSamples(path));
    expect(records.map(({ taskId }) => taskId)).toEqual(['Test/0', 'Test/1', 'Test/2', 'Test/3', 'Other/9']);
    expect((await run(folder.path, model)).file.state).toBe('same');
  });

  test('truncated prompts are reported, and a retry that cannot help is not suggested', async () => {
    await using folder = await createTemporaryFolder();
    const long = tasks.map((task, at) => ({ ...task, instructPrompt: 'word '.repeat(2000 + 300 * at) }));
    const said: string[] = [];
    const onEvent: GenerationOptions['onEvent'] = (event) => {
      if (event.type === 'warning') said.push(event.message);
    };
    const cut = await createScriptedModel(() => ({ usage: { inputTokens: 2048, outputTokens: 5 } }));
    const { summary } = await run(folder.path, cut, { tasks: long, onEvent });
    expect(summary.signs).toEqual([
      expect.stringMatching(/^The server cut the prompts of Test\/0, .* at 2,048 tokens/),
    ]);
    expect(said).toEqual(summary.signs);
    const full = await createScriptedModel(
      ({ task }) =>
        task.id === 'Test/0'
          ? { finishReason: 'context-too-long', text: '' }
          : { finishReason: 'length', usage: { inputTokens: 30, outputTokens: 14 } },
      { name: 'test:full' },
    );
    const { summary: other } = await run(folder.path, full);
    expect(other).toMatchObject({ kinds: { truncated: 3, errors: 1 }, worthRetrying: [] });
    expect(other.signs).toHaveLength(2);
  });
});
