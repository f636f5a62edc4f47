/** A grid of two models and three temperatures, paid for, on a real terminal, and what people do with it afterwards. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import type { Task } from '../../src/schema/task.ts';
import { quoteWord } from '../../src/util/shell-quote.ts';
import { describeNeeding, type Need } from '../../src/util/testing/needs.ts';
import { chromium, launchBrowser, openPage } from '../view/testing/browser.ts';
import { builtApp } from '../view/testing/recorded-view.ts';
import { bin, installed } from './testing/installed.ts';
import { findPrintedLines, runPrintedLine } from './testing/printed-lines.ts';

/** Opens a terminal for another program; part of every Linux with util-linux. */
const scriptPath = '/usr/bin/script';
const script: Need = { name: 'script', isMet: existsSync(scriptPath) };

const names = ['strong', 'weak'].flatMap((model) => [0, 0.2, 0.8].map((t) => `openai-compatible:${model} · T ${t}`));
const count = 4;

let folder = '';
let server: Server;
let requests = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-many-runs-'));
  const { tasks } = await loadTasks({ subset: 'starter' });
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    requests++;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(JSON.parse(Buffer.concat(pieces).toString()), tasks)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Dear enough to be asked about.
  const prices = { 'openai-compatible:*': { input: 1000, output: 1000 } };
  const parameters = { temperature: [0, 0.2, 0.8] };
  const models = { 'openai-compatible:*': { parameters } };
  await writeFile(join(folder, 'bigcodebench.config.json'), JSON.stringify({ models, prices }));
});
afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

interface Asked {
  readonly model: string;
  readonly temperature: number;
  readonly messages: { content: string }[];
}

/** The strong model knows the reference solution; the weak one only while it is cold. */
function answer({ model, temperature, messages }: Asked, tasks: readonly Task[]) {
  const asked = messages.at(-1)?.content ?? '';
  const task = tasks.find(({ instructPrompt }) => asked.includes(instructPrompt.trim()));
  const isRight = model === 'strong' || temperature < 0.5;
  const code = isRight ? `${task?.codePrompt}${task?.canonicalSolution}` : 'def task_func(*_):\n    return None';
  const message = { role: 'assistant', content: `\`\`\`python\n${code}\n\`\`\`` };
  return {
    id: 'answer',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: Math.ceil(asked.length / 3), completion_tokens: 100, total_tokens: 200 },
  };
}

const environment = () => ({ ...process.env, BCB_CACHE_DIR: join(folder, 'cache'), BCB_PROGRAM: 'bcb', TERM: 'xterm' });

/** Runs a command in a terminal and types a line for every question; gives what the terminal showed. */
async function onTerminal(words: readonly string[], answers: readonly string[]) {
  const command = [process.execPath, bin, ...words].map(quoteWord).join(' ');
  const child = spawn(scriptPath, ['-qec', `stty cols 160 -echo; ${command}`, '/dev/null'], {
    cwd: folder,
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  let asked = 0;
  child.stdout.on('data', (piece: Buffer) => {
    shown += piece.toString();
    const questions = shown.split('[y/N]').length - 1;
    for (; asked < questions; asked++) child.stdin.write(`${answers[asked] ?? 'n'}\n`);
  });
  const [code] = await once(child, 'close');
  return { code, asked, shown: shown.replaceAll('\r', '') };
}

/** How often all runs were seen by their names in the explorer. */
let visits = 0;

/** Whoever opens the page sees the six names, in the list of runs and on the board. */
async function visit(url: string) {
  const browser = await launchBrowser();
  try {
    const { page, complaints } = await openPage(browser, url);
    for (const name of ['Runs', 'Leaderboard']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const findMissing = async () => {
        const text = (await page.getByRole('main').textContent())?.replaceAll('\u200b', '') ?? '';
        return names.filter((each) => !text.includes(each));
      };
      await expect.poll(findMissing).toEqual([]);
    }
    expect(complaints).toEqual([]);
    visits++;
  } finally {
    await browser.close();
  }
}

const runShell = (line: string) => runPrintedLine(line, { cwd: folder, env: environment(), visit });

describeNeeding(
  installed,
  script,
  chromium,
  builtApp,
)('six runs', { timeout: 900_000 }, () => {
  it('are asked about once, run, named, compared and ranked', async () => {
    const { port } = server.address() as AddressInfo;
    const words = [
      ...['run', '--model', 'openai-compatible:strong,openai-compatible:weak', '--split', 'instruct'],
      ...[
        '--base-url',
        `http://127.0.0.1:${port}/v1`,
        '--subset',
        'starter',
        '--limit',
        String(count),
        '--tag',
        'grid',
      ],
    ];
    const refused = await onTerminal(words, ['n']);
    expect(refused).toMatchObject({ code: 1, asked: 1 });
    expect(refused.shown).toContain('Cancelled; no request was sent.');
    expect(requests).toBe(0);

    const { code, asked, shown } = await onTerminal(words, ['y']);
    expect(shown).toMatch(/24 samples in 6 runs will cost about \$\d+\.\d\d, at most \$\d+\.\d\d/);
    expect({ code, asked, requests }).toEqual({ code: 0, asked: 1, requests: 6 * count });
    for (const name of names) expect(shown).toContain(name);

    const board = JSON.parse((await runShell('bcb leaderboard bcb_results --tag grid --json')).out);
    const rows = board.models.map(({ model, instruct }: { model: string; instruct: number }) => [model, instruct]);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(names.map((name) => [name, name === 'openai-compatible:weak · T 0.8' ? 0 : 100])),
    );
    const listed = JSON.parse((await runShell('bcb runs --json')).out);
    expect(listed.runs.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());

    // Every line that was printed works, and none of them asks the models again.
    const lines = findPrintedLines(shown);
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['run', 'inspect', 'view', 'compare']);
    for (const line of lines) {
      const ended = await runShell(line);
      expect({ line, code: ended.code, err: ended.err }).toEqual({ line, code: 0, err: expect.any(String) });
    }
    expect(requests).toBe(6 * count);
    expect(visits).toBe(1);
  });
});
