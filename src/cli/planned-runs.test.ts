import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../evaluate/testing/tasks.ts';
import { Mistakes } from '../run/mistakes.ts';
import { planRuns } from '../run/plan-runs.ts';
import { runRequestSchema } from '../schema/run-request.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { type CommandContext, confirm } from './command.ts';
import { announceCost } from './planned-runs.ts';

const tasks = Array.from({ length: 1000 }, (_, at) => buildTask(`T/${at}`));
const taskSet = { name: 'small', version: '1', hash: 'abc', tasks };

/** A person at a terminal, who types these lines one after the other, each when it is asked for. */
function createTerminal(lines: readonly string[], options: Record<string, unknown> = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const left = [...lines];
  const controller = new AbortController();
  let text = '';
  const stderr = {
    isTTY: true,
    write(written: string) {
      text += written;
      if (!written.includes('[y/N]')) return;
      const line = left.shift();
      if (line === '^C') controller.abort(new Error('interrupted'));
      else if (line !== undefined) stdin.write(`${line}\n`);
    },
  };
  const signal = controller.signal;
  // Only these parts of a command's context are used.
  const context = { stdin, stderr, signal, options: { confirmAbove: 1, ...options } } as unknown as CommandContext;
  return { context, text: () => text, questions: () => text.split('[y/N]').length - 1 };
}

describe('confirm', () => {
  it('asks as often as it is called', async () => {
    const { context } = createTerminal(['y', 'n', 'yes']);
    expect([await confirm(context, '1?'), await confirm(context, '2?'), await confirm(context, '3?')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('ends at the first Ctrl-C', async () => {
    const { context } = createTerminal(['^C']);
    await expect(confirm(context, 'Continue?')).rejects.toThrow('interrupted');
  });
});

describe('announceCost', () => {
  async function announce(words: readonly string[], lines: readonly string[], options: Record<string, unknown> = {}) {
    await using folder = await createTemporaryFolder();
    const models = { 'openai:gpt-4o': { parameters: { temperature: [0.2, 0.8] } } };
    const request = runRequestSchema.parse({
      model: words,
      models,
      ...(options.maxCost === undefined ? {} : { maxCost: options.maxCost }),
    });
    const runContext = { variables: {}, cwd: folder.path, warn: () => {} };
    const plans = await planRuns({ request, runContext, tasks, mistakes: new Mistakes(), isDryRun: true });
    const terminal = createTerminal(lines, options);
    const asked = announceCost(terminal.context, { request, outDir: folder.path, taskSet, plans });
    const error = await asked.then(
      () => undefined,
      (reason: Error) => reason,
    );
    return { ...terminal, error };
  }

  it('asks once, with the sum over all runs', async () => {
    const { text, questions, error } = await announce(['openai:gpt-4o', 'openai:gpt-4.1'], ['y']);
    expect(error).toBeUndefined();
    expect(questions()).toBe(1);
    const rows = [...text().matchAll(/^ {2}(openai:.*?) +1000 samples +about \$([\d.]+)$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(['openai:gpt-4o · T 0.2', 'openai:gpt-4o · T 0.8', 'openai:gpt-4.1']);
    const [, total] = /3000 samples in 3 runs will cost about \$([\d.]+), at most/.exec(text()) ?? [];
    const sum = rows.reduce((all, [, , dollars]) => all + Number(dollars), 0);
    expect(Number(total)).toBeCloseTo(sum, 1);
  });

  it('sends nothing without a yes', async () => {
    expect((await announce(['openai:gpt-4o'], ['n'])).error).toMatchObject({ code: 'USAGE' });
  });

  it('does not ask for less than the threshold, nor below --max-cost, but says what it costs', async () => {
    for (const options of [{ confirmAbove: 1000 }, { maxCost: 50 }]) {
      const { text, questions, error } = await announce(['openai:gpt-4.1'], [], options);
      expect(error).toBeUndefined();
      expect(questions()).toBe(0);
      expect(text()).toMatch(/^1000 samples of openai:gpt-4\.1 will cost about \$/m);
    }
  });
});
