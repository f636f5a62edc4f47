import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ModelParameters } from '../model/parameters.ts';
import { ProviderError } from '../model/provider-error.ts';
import { sampleTask } from '../model/testing/sample-request.ts';
import { resolvePromptSettings } from '../prompt/build-prompt.ts';
import type { RunEvent } from '../schema/run-event.ts';
import { runIdOf } from '../store/manifest.ts';
import { openExampleRun } from '../store/testing/example-run.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { type GenerateSamplesOptions, generateSamples } from './generate-samples.ts';

const tasks = Array.from({ length: 6 }, (_, at) => ({ ...sampleTask, id: `Test/${at}` }));
const prompt = resolvePromptSettings({ split: 'instruct', kind: 'chat' });
const parameters: ModelParameters = { temperature: 0, maxNewTokens: 100 };
const usual = { tasks, prompt, parameters };

function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function generate(options: Omit<GenerateSamplesOptions, keyof typeof usual> & Partial<typeof usual>) {
  return collect(generateSamples({ ...usual, ...options }));
}

describe('answers', () => {
  test('each sample is requested once, and its code extracted', async () => {
    const model = await createScriptedModel(({ task }) => ({ text: `raw ${task.id}`, usage: { outputTokens: 3 } }));
    const samples = await generate({ model, sanitize: (text) => ({ solution: text.toUpperCase() }) });
    expect(samples.map(({ taskId }) => taskId).sort()).toEqual(tasks.map(({ id }) => id));
    expect(samples.find(({ taskId }) => taskId === 'Test/3')).toEqual({
      taskId: 'Test/3',
      index: 0,
      rawText: 'raw Test/3',
      solution: 'RAW TEST/3',
      model: 'test:model',
      finishReason: 'stop',
      usage: { outputTokens: 3 },
    });
    expect(model.asked).toHaveLength(6);
  });

  test('several samples come from one call if the model supports it', async () => {
    const model = await createScriptedModel((_, index) => ({ text: `${index}` }), { samplesPerCall: 4 });
    const samples = await generate({ model, nSamples: 5, parameters: { temperature: 0.8, maxNewTokens: 9 } });
    expect(samples).toHaveLength(30);
    expect(model.asked.filter(({ taskId }) => taskId === 'Test/0')).toMatchObject([
      { indexes: [0, 1, 2, 3], seeds: [undefined, undefined, undefined, undefined] },
      { indexes: [4] },
    ]);
  });

  test('separate calls get recorded seeds', async () => {
    const model = await createScriptedModel(() => ({}));
    await generate({ model, nSamples: 3, parameters: { temperature: 0.8, maxNewTokens: 9 }, tasks: tasks.slice(0, 1) });
    expect(model.asked.map(({ seeds }) => seeds)).toEqual([[0], [1], [2]]);
    const seeded = await createScriptedModel(() => ({}));
    await generate({ model: seeded, parameters: { ...parameters, seed: 7 }, tasks: tasks.slice(0, 1) });
    expect(seeded.asked.map(({ seeds }) => seeds)).toEqual([[7]]);
  });

  test('if a server ignores n, the rest is requested one by one', async () => {
    const model = await createScriptedModel((_, index) => ({ text: `${index}` }), { samplesPerCall: 8 });
    const { answer } = model;
    Object.assign(model, {
      answer: async (...call: Parameters<typeof answer>) => (await answer(...call)).slice(0, 1),
    });
    const samples = await generate({ model, nSamples: 3, parameters: { temperature: 1, maxNewTokens: 9 } });
    expect(samples).toHaveLength(18);
    expect(model.asked.filter(({ taskId }) => taskId === 'Test/2').map(({ indexes }) => indexes)).toEqual([
      [0, 1, 2],
      [1],
      [2],
    ]);
  });

  test('thinking inside the text is no part of the code; the raw text keeps it', async () => {
    const script = ({ task }: { task: { id: string } }) => ({
      text: task.id === 'Test/0' ? '<think>hm</think>\ncode' : '<think>never ends',
    });
    const plain = await createScriptedModel(script);
    const model = await createScriptedModel(script, { capabilities: { ...plain.capabilities, thinkTags: true } });
    const [closed, open] = await generate({ model, tasks: tasks.slice(0, 2) });
    expect(closed).toMatchObject({ solution: 'code', reasoning: 'hm', rawText: '<think>hm</think>\ncode' });
    expect(open).toMatchObject({ solution: '', reasoning: 'never ends', rawText: '<think>never ends' });
  });

  test('a base model is given its prompt back in front; engines have their tabs spread', async () => {
    const empty = await createScriptedModel(() => ({}));
    const profile = { ...empty.profile, expandsTabs: true };
    const model = await createScriptedModel(() => ({ text: '\treturn 1' }), { profile });
    const base = resolvePromptSettings({ split: 'complete', kind: 'base' });
    const [sample] = await generate({ model, prompt: base, tasks: tasks.slice(0, 1) });
    expect(sample?.rawText).toBe(`${sampleTask.completePrompt}    return 1`);
  });
});

describe('the journal', () => {
  test('records an answer before anything is done to it, and never asks twice', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(({ task }) => ({ text: task.id, responseId: 'r1' }));
    {
      await using log = await openExampleRun(folder.path);
      const sanitize = () => {
        throw new Error('The sanitizer broke.');
      };
      await expect(generate({ model, log, sanitize, tasks: tasks.slice(0, 1) })).rejects.toThrow('broke');
      expect(await readFile(log.journalPath, 'utf8')).toContain('"text":"Test/0"');
    }
    await using log = await openExampleRun(folder.path);
    const events: RunEvent[] = [];
    const samples = await generate({ model, log, onEvent: (event) => events.push(event) });
    expect(samples.map(({ rawText }) => rawText).sort()).toEqual(tasks.map(({ id }) => id));
    expect(events[0]).toEqual({ type: 'generation-planned', total: 6, held: 1 });
    expect(model.asked.map(({ taskId }) => taskId).sort()).toEqual(tasks.map(({ id }) => id));
    await generate({ model, log });
    expect(model.asked).toHaveLength(6);
  });

  test('an answer to another request does not count', async () => {
    await using folder = await createTemporaryFolder();
    await using log = await openExampleRun(folder.path);
    const model = await createScriptedModel(({ parameters: { maxNewTokens } }) => ({ text: `${maxNewTokens}` }));
    await generate({ model, log });
    const other = await generate({ model, log, parameters: { ...parameters, maxNewTokens: 5 } });
    expect(new Set(other.map(({ rawText }) => rawText))).toEqual(new Set(['5']));
    expect(model.asked).toHaveLength(12);
  });

  test('a full disk stops the run, and answers in flight still fit', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'runs', runIdOf({ name: 'run' }), 'journal.jsonl');
    let room = 1;
    const sync = async () => {
      const hasReserve = await readFile(`${path}.reserve`).then(
        () => true,
        () => false,
      );
      if (hasReserve && room-- <= 0) {
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'fdatasync' });
      }
    };
    const gate = createGate();
    const model = await createScriptedModel(async ({ task }) => {
      if (model.asked.length >= 4) gate.open();
      await gate.opened;
      return { text: task.id };
    });
    {
      await using log = await openExampleRun(folder.path, { sync });
      await expect(generate({ model, log })).rejects.toMatchObject({ code: 'INCOMPLETE' });
    }
    const asked = model.asked.length;
    expect(asked).toBeLessThan(6);
    await using log = await openExampleRun(folder.path);
    expect(await generate({ model, log })).toHaveLength(6);
    expect(model.asked).toHaveLength(6);
  });
});

describe('what goes wrong', () => {
  const fault = (kind: ConstructorParameters<typeof ProviderError>[0]) => new ProviderError(kind, `It is ${kind}.`);

  test('a context too long is an answer of its own kind', async () => {
    const model = await createScriptedModel(({ task }) => {
      if (task.id === 'Test/1') throw fault('context-too-long');
      return {};
    });
    const samples = await generate({ model });
    expect(samples.find(({ taskId }) => taskId === 'Test/1')).toMatchObject({
      rawText: '',
      finishReason: 'context-too-long',
    });
    expect(samples).toHaveLength(6);
  });

  test('a call that fails for good leaves a hole; the next start asks for it', async () => {
    await using folder = await createTemporaryFolder();
    await using log = await openExampleRun(folder.path);
    let isBroken = true;
    const model = await createScriptedModel(({ task }) => {
      if (isBroken && task.id === 'Test/1') throw fault('server');
      return {};
    });
    const events: RunEvent[] = [];
    expect(await generate({ model, log, onEvent: (event) => events.push(event) })).toHaveLength(5);
    expect(events.filter(({ type }) => type === 'request-failed')).toMatchObject([
      { taskId: 'Test/1', samples: 1, fault: 'server' },
    ]);
    isBroken = false;
    expect(await generate({ model, log })).toHaveLength(6);
    expect(model.asked).toHaveLength(7);
  });

  test.each(['auth', 'unknown-model', 'quota'] as const)('%s ends the run', async (kind) => {
    const model = await createScriptedModel(
      () => {
        throw fault(kind);
      },
      { maxConcurrency: 1 },
    );
    await expect(generate({ model })).rejects.toThrow(`It is ${kind}.`);
    expect(model.asked).toHaveLength(1);
  });

  test('a request that the first call shows to be wrong ends the run; a later one does not', async () => {
    const wrong = await createScriptedModel(
      () => {
        throw fault('bad-request');
      },
      { maxConcurrency: 1 },
    );
    await expect(generate({ model: wrong })).rejects.toThrow('bad-request');
    expect(wrong.asked).toHaveLength(1);
    const once = await createScriptedModel(
      ({ task }) => {
        if (task.id === 'Test/3') throw fault('bad-request');
        return {};
      },
      { maxConcurrency: 1 },
    );
    expect(await generate({ model: once })).toHaveLength(5);
  });

  test('a provider that is gone is not asked forever', async () => {
    const model = await createScriptedModel(
      () => {
        throw fault('network');
      },
      { maxConcurrency: 1 },
    );
    await expect(generate({ model })).rejects.toThrow('It is network.');
    expect(model.asked).toHaveLength(5);
  });
});

describe('stopping', () => {
  test('an interruption starts nothing more and keeps what is in flight', async () => {
    await using folder = await createTemporaryFolder();
    await using log = await openExampleRun(folder.path);
    const controller = new AbortController();
    const gate = createGate();
    const model = await createScriptedModel(
      async () => {
        if (model.asked.length === 2) {
          controller.abort(new Error('enough'));
          setTimeout(() => gate.open(), 20);
        }
        await gate.opened;
        return {};
      },
      { maxConcurrency: 2, drainMs: 60_000 },
    );
    await expect(generate({ model, log, signal: controller.signal })).rejects.toThrow('enough');
    expect(model.asked).toHaveLength(2);
    expect(log.state.find({ taskId: 'Test/0', index: 0 })).toBeDefined();
    expect(log.state.find({ taskId: 'Test/1', index: 0 })).toBeDefined();
  });

  test('a consumer that stops also stops the requests', async () => {
    const model = await createScriptedModel(() => ({}), { maxConcurrency: 1 });
    for await (const sample of generateSamples({ ...usual, model })) {
      expect(sample.taskId).toBe('Test/0');
      break;
    }
    expect(model.asked.length).toBeLessThan(6);
  });

  test('--max-cost is never exceeded, and the same command resumes with a larger one', async () => {
    await using folder = await createTemporaryFolder();
    const model = await createScriptedModel(() => ({ usage: { inputTokens: 100, outputTokens: 50 } }), {
      price: { input: 0, output: 10_000 },
    });
    {
      await using log = await openExampleRun(folder.path);
      const stopped = generate({ model, log, maxCostUsd: 2.2 });
      await expect(stopped).rejects.toThrow(BigCodeBenchError);
      await expect(stopped).rejects.toMatchObject({ code: 'INCOMPLETE' });
      // A call may cost a dollar and costs half of one.
      expect(log.state.spentUsd).toBeGreaterThanOrEqual(1.2);
      expect(log.state.spentUsd).toBeLessThanOrEqual(2.2);
    }
    await using log = await openExampleRun(folder.path);
    expect(await generate({ model, log, maxCostUsd: 100 })).toHaveLength(6);
    expect(model.asked).toHaveLength(6);
    expect(log.state.spentUsd).toBeCloseTo(3);
  });
});
