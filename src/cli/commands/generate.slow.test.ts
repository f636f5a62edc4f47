import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadTasks } from '../../dataset/load-tasks.ts';
import { openAiChat } from '../../model/testing/wire-formats.ts';
import { json, type Reply, type SeenRequest, startWireServer } from '../../model/testing/wire-server.ts';
import { buildPrompt, resolvePromptSettings } from '../../prompt/build-prompt.ts';
import type { Task } from '../../schema/task.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runMain } from '../testing/run-main.ts';

/** Answers with code, so that sanitizing has something to take. */
const answer: Reply = openAiChat('Here:\n```python\ndef task_func():\n    return 1\n```\n');
const three = ['--subset', 'starter', '--id-range', '0-3', '--split', 'instruct'];

function words(url: string, ...more: string[]): string[] {
  return ['generate', '--model', 'openai-compatible:test', '--base-url', `${url}/v1`, '--quiet', ...more];
}

function taskOf(request: SeenRequest): string {
  return JSON.stringify(request.body.messages);
}

describe('bcb generate', () => {
  test('asks for every task once and writes the samples file', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(answer);
    const run = () => runMain(words(server.url, ...three, '--json'), { cwd: folder.path });
    const { code, out } = await run();
    expect(code).toBe(0);
    const { runs } = JSON.parse(out);
    expect(runs).toMatchObject([
      { total: 3, answered: 3, missing: 0, usage: { input_tokens: 300, output_tokens: 150 } },
    ]);
    const lines = (await readFile(runs[0].samples, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ task_id }) => task_id)).toEqual(['Starter/0', 'Starter/1', 'Starter/2']);
    expect(lines[0].solution).toBe('def task_func():\n    return 1');
    expect(runs[0].samples).toMatch(/test--main--bigcodebench-starter-instruct--openai-compatible-0-1-sanitized/);
    await run();
    expect(server.seen).toHaveLength(3);
  });

  test('a changed parameter is a new run, and what differs is said', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(answer);
    await runMain(words(server.url, ...three), { cwd: folder.path });
    const changed = words(server.url, ...three, '--instruction-prefix', 'Do:').filter((word) => word !== '--quiet');
    const { err } = await runMain(changed, { cwd: folder.path });
    expect(err).toMatch(
      /^This is a new run, because --instruction-prefix is Do:, was Please provide .*…; the answers of [0-9a-f]{12} are not reused\.$/m,
    );
    expect(server.seen).toHaveLength(6);
  });

  test('a grid in the config file is one run per combination', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(answer);
    const config = { models: { 'openai-compatible:*': { parameters: { temperature: [0, 0.2, 0.8] } } } };
    await writeFile(join(folder.path, 'bigcodebench.config.json'), JSON.stringify(config));
    const { out } = await runMain(words(server.url, ...three, '--json'), { cwd: folder.path });
    const { runs } = JSON.parse(out) as { runs: { temperature: number; run_id: string }[] };
    expect(runs.map(({ temperature }) => temperature)).toEqual([0, 0.2, 0.8]);
    expect(new Set(runs.map(({ run_id }) => run_id)).size).toBe(3);
    const typed = await runMain(words(server.url, ...three, '--temperature', '0.8', '--json'), { cwd: folder.path });
    expect(JSON.parse(typed.out).runs.at(-1).run_id).toBe(runs[2]?.run_id);
  });

  test('a wrong key ends it after one request, naming the variable', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(json({ error: { message: 'no', code: 'invalid_api_key' } }, 401));
    const asked = runMain(words(server.url, ...three), { cwd: folder.path });
    await expect(asked).rejects.toMatchObject({
      code: 'MODEL',
      message: expect.stringContaining('OPENAI_COMPATIBLE_API_KEY'),
    });
    expect(server.seen).toHaveLength(1);
  });

  test('holes make it incomplete; the same command fills them', async () => {
    await using folder = await createTemporaryFolder();
    let isBroken = true;
    const bad = json({ error: { message: 'odd request' } }, 400);
    const reply: Reply = (request, response) => {
      const isOdd = isBroken && server.seen.length > 1 && taskOf(request) === taskOf(server.seen[1] as SeenRequest);
      return (isOdd ? bad : answer)(request, response);
    };
    await using server = await startWireServer(reply);
    const first = await runMain(words(server.url, ...three), { cwd: folder.path });
    expect(first.code).toBe(3);
    expect(first.out).toMatch(/answers {2}2 of 3/);
    isBroken = false;
    const second = await runMain(words(server.url, ...three), { cwd: folder.path });
    expect([second.code, server.seen.length]).toEqual([0, 4]);
  });

  test.each([
    [['generate', '--subset', 'starter'], /--model: name one/],
    [
      ['generate', '--model', 'opnai:gpt-4o'],
      /Unknown provider "opnai": did you mean openai:gpt-4o\? .*anthropic, google/,
    ],
    [['generate', '--model', 'openai:gpt-4o'], /OPENAI_API_KEY/],
    [
      ['generate', '--model', 'vllm:m', '--direct-completion', '--split', 'instruct', '--base-url', 'http://x/v1'],
      /instruct/,
    ],
    [['generate', '--model', 'empty', '--n-samples', '2'], /Temperature 0 gives the same answer 2 times/],
    [['generate', '--model', 'empty', '--retry', 'all'], /truncated, empty, refused, errors/],
    [['generate', '--model', 'openai-compatible:m'], /--base-url/],
    [['generate', '--model', 'm', '--backend', 'vllm'], /--base-url .*`vllm` is on PATH/],
    [['generate', '--model', 'openai-compatible:m', '--base-url', 'http://x/v1', '--max-cost', '1'], /prices/],
  ])('%j is refused with a sentence', async (command, sentence) => {
    await using folder = await createTemporaryFolder();
    const asked = runMain([...command, ...(command.includes('--split') ? [] : ['--subset', 'starter'])], {
      cwd: folder.path,
    });
    await expect(asked).rejects.toThrow(sentence);
  });
});

describe('bcb prompt show', () => {
  test('prints the body exactly as it is sent', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(answer);
    const same = ['--model', 'openai:test', '--base-url', `${server.url}/v1`, '--subset', 'starter'];
    const { out } = await runMain(['prompt', 'show', '0', ...same], { cwd: folder.path });
    await runMain(['generate', ...same, '--select', '0', '--quiet'], { cwd: folder.path });
    expect(JSON.parse(out)).toEqual(server.seen[0]?.body);
    expect(server.seen[0]?.body).toMatchObject({ model: 'test', n: 1, max_completion_tokens: 1280, top_p: 0.95 });
  });
});

describe('killed and started again', () => {
  /** The program as a person starts it, from its source. */
  function start(cwd: string, command: readonly string[]): ChildProcess {
    const program = fileURLToPath(new URL('../../bin.ts', import.meta.url));
    const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
    return spawn(process.execPath, ['--import', jiti, program, ...command], { cwd, stdio: 'ignore' });
  }

  async function readAnswered(cwd: string): Promise<Set<string>> {
    const runs = join(cwd, 'bcb_results', 'runs');
    const [run = ''] = await readdir(runs);
    const journal = await readFile(join(runs, run, 'journal.jsonl'), 'utf8');
    const whole = journal.slice(0, journal.lastIndexOf('\n')).split('\n');
    return new Set(whole.flatMap((line) => JSON.parse(line).answer?.taskId ?? []));
  }

  test('no answer that is on disk is asked for again', { timeout: 300_000 }, async () => {
    await using folder = await createTemporaryFolder();
    let onAnswer = (_: number) => {};
    let answered = 0;
    const reply: Reply = async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await answer(request, response);
      onAnswer(++answered);
    };
    await using server = await startWireServer(reply);
    const { tasks } = await loadTasks({ subset: 'starter' });
    const settings = resolvePromptSettings({ split: 'instruct', kind: 'chat' });
    const messagesOf = (task: Task) => {
      const prompt = buildPrompt(task, settings);
      return JSON.stringify(prompt.form === 'chat' ? prompt.messages : []);
    };
    const idOf = new Map(tasks.map((task) => [messagesOf(task), task.id]));
    const command = words(server.url, '--subset', 'starter', '--split', 'instruct', '--concurrency', '4');
    const inFlight: number[] = [];
    for (const killAt of [7, 20, 33]) {
      const before = server.seen.length;
      const onDisk = before === 0 ? new Set<string>() : await readAnswered(folder.path);
      const child = start(folder.path, command);
      await new Promise<void>((resolve) => {
        onAnswer = (count) => count >= killAt && resolve();
      });
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      inFlight.push(4);
      const asked = server.seen.slice(before).map((request) => idOf.get(taskOf(request)));
      expect(asked.every((id) => id !== undefined && !onDisk.has(id))).toBe(true);
    }
    const onDisk = await readAnswered(folder.path);
    const before = server.seen.length;
    const last = start(folder.path, command);
    expect(await new Promise((resolve) => last.once('close', resolve))).toBe(0);
    expect(server.seen.length - before).toBe(50 - onDisk.size);
    // Only what was under way when it was killed was asked for twice.
    const twice = server.seen.length - new Set(server.seen.map(taskOf)).size;
    expect(twice).toBeLessThanOrEqual(inFlight.reduce((sum, calls) => sum + calls, 0));
    expect(new Set(server.seen.map(taskOf)).size).toBe(50);
  });
});
