/** Clients of others against our server, where `BCB_PEERS` names the folder that `install.sh` filled. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTasks } from '../../../src/dataset/load-tasks.ts';
import { resolveDataFolder } from '../../../src/environment/data-folder.ts';
import { loadEnvironment } from '../../../src/environment/load-environment.ts';
import type { Executor } from '../../../src/executor/executor.ts';
import { createLocalExecutor } from '../../../src/executor/local/create-local-executor.ts';
import type { Task } from '../../../src/schema/task.ts';
import { createServer } from '../../../src/server/create-server.ts';
import type { Listener } from '../../../src/server/http/listen.ts';
import { createTemporaryFolder } from '../../../src/testing/temporary-folder.ts';
import { needing } from '../../../src/util/testing/needs.ts';
import { bin } from '../../e2e/testing/installed.ts';

const peers = process.env.BCB_PEERS ?? '';

const run = promisify(execFile);
const script = (name: string) => join(import.meta.dirname, name);
const python = (venv: string) => join(peers, venv, 'bin', 'python');
const peer = (venv: string) => ({
  name: 'peers (test/peers/README.md)',
  isMet: peers !== '' && existsSync(python(venv)),
});

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let executor: Executor;
let listener: Listener;
let tasks: readonly Task[];

beforeAll(async () => {
  if (peers === '') return;
  folder = await createTemporaryFolder();
  const taskSet = await loadTasks({ subset: 'starter' });
  tasks = taskSet.tasks;
  const dataFolder = resolveDataFolder(process.env);
  const { environment } = await loadEnvironment({ dataFolder, libs: tasks.flatMap(({ libs }) => libs) });
  executor = await createLocalExecutor({ environment, isWarm: true });
  listener = await createServer({ executor, taskSet, tasks, outDir: folder.path }).listen({ port: 0 });
});
afterAll(async () => {
  await listener?.close({ graceMs: 0 });
  await executor?.close();
  await folder?.[Symbol.asyncDispose]();
});

describe('SandboxFusion', () => {
  it('the SDK runs and submits', { timeout: 300_000, ...needing(peer('sandbox-fusion')) }, async () => {
    const { stdout } = await run(python('sandbox-fusion'), [
      script('sandbox_fusion_peer.py'),
      listener.url,
      tasks[0]?.id ?? '',
    ]);
    expect(JSON.parse(stdout)).toEqual({
      hello: ['Success', '42\n'],
      late: ['Failed', 'TimeLimitExceeded', null],
      many: 100,
      accepted: false,
      tests: expect.any(Number),
    });
  });

  it('verl gives 200 samples the rewards they deserve', { timeout: 600_000, ...needing(peer('verl')) }, async () => {
    const programs = [
      { code: 'print(sum(map(int, input().split())))', reward: 1 },
      { code: 'print(input())', reward: 0 },
      { code: 'raise ValueError("no")', reward: 0 },
      { code: 'import sys\nsys.stdout.write(str(eval(input().replace(" ", "+"))))', reward: 1 },
    ];
    const samples = Array.from({ length: 200 }, (_, number) => ({
      completion: `\`\`\`python\n# ${number}\n${programs[number % 4]?.code}\n\`\`\``,
      cases: { inputs: [`${number} 2`, `5 ${number}`], outputs: [`${number + 2}`, `${number + 5}`] },
    }));
    const file = join(folder.path, 'verl.jsonl');
    await writeFile(file, samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
    const { stdout } = await run(
      python('verl'),
      [script('verl_peer.py'), listener.url, join(peers, 'verl-reward-score'), file],
      {
        maxBuffer: 1e8,
      },
    );
    expect(JSON.parse(stdout)).toEqual(samples.map((_, number) => programs[number % 4]?.reward));
  });
});

it('OpenRLHF fetches rewards', { timeout: 300_000, ...needing(peer('openrlhf')) }, async () => {
  const prompt = '<|im_start|>user\nSolve it.<|im_end|>\n<|im_start|>assistant\n';
  const answers = tasks.slice(0, 8).flatMap((task) => [`${task.completePrompt}\n${task.canonicalSolution}`, 'pass']);
  const file = join(folder.path, 'openrlhf.json');
  await writeFile(
    file,
    JSON.stringify({
      query: answers.map((code) => `${prompt}\`\`\`python\n${code}\n\`\`\`<|im_end|>`),
      prompts: answers.map(() => prompt),
      labels: tasks.slice(0, 8).flatMap(({ id }) => [id, JSON.stringify({ task_id: id })]),
    }),
  );
  const { stdout } = await run(python('openrlhf'), [
    script('openrlhf_peer.py'),
    listener.url,
    join(peers, 'openrlhf-agent.py'),
    file,
  ]);
  expect(JSON.parse(stdout)).toMatchObject([{ rewards: answers.map((_, at) => (at % 2 === 0 ? 1 : 0)) }]);
});

it('NeMo-Gym verifies what an agent answered', { timeout: 300_000, ...needing(peer('nemo-gym')) }, async () => {
  const asked = tasks.slice(0, 8);
  const answers = asked.map(({ completePrompt, canonicalSolution }, at) =>
    at % 2 === 0 ? `\`\`\`python\n${completePrompt}\n${canonicalSolution}\n\`\`\`` : 'I do not know.',
  );
  const rows = asked.map(
    ({ id: task_id, test, entryPoint: entry_point, codePrompt: code_prompt, instructPrompt }, at) => ({
      responses_create_params: { input: [{ role: 'user', content: instructPrompt }] },
      verifier_metadata: { task_id, test, entry_point, code_prompt, split: 'complete' },
      answer: answers[at],
    }),
  );
  const file = join(folder.path, 'nemo-gym.jsonl');
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { stdout } = await run(python('nemo-gym'), [script('nemo_gym_peer.py'), listener.url, file]);
  expect(JSON.parse(stdout)).toEqual(
    asked.map(({ id }, at) => (at % 2 === 0 ? [id, 'pass', 1] : [id, 'no_code_block', 0])),
  );
});

describe('OpenEnv', () => {
  const url = () => `${listener.url}/openenv`;

  it('finds nothing wrong with the environment', { timeout: 300_000, ...needing(peer('openenv')) }, async () => {
    const words = ['validate', '--url', url(), '--timeout', '60', '--json'];
    const { stdout } = await run(join(peers, 'openenv', 'bin', 'openenv'), words);
    expect(JSON.parse(stdout)).toMatchObject({ passed: true, summary: { failed_criteria: [] } });
  });

  it('its client and its rollouts for TRL get the rewards of five right and five wrong answers', {
    timeout: 600_000,
    ...needing(peer('openenv')),
  }, async () => {
    const file = join(folder.path, 'openenv.json');
    const answers = tasks.slice(0, 10).map(({ id, completePrompt, canonicalSolution }, at) => ({
      task_id: id,
      solution: at % 2 === 0 ? `${completePrompt}\n${canonicalSolution}` : 'def task_func(*given): return 7',
    }));
    await writeFile(file, JSON.stringify(answers));
    const { stdout } = await run(python('openenv'), [script('openenv_peer.py'), url(), file]);
    const rewards = answers.map((_, at) => 1 - (at % 2));
    const episodes = answers.map(({ task_id }, at) => [
      task_id,
      at % 2 === 0 ? 'pass' : expect.anything(),
      rewards[at],
    ]);
    expect(JSON.parse(stdout)).toEqual([episodes, rewards]);
  });
});

describe.each(['1.3.0', '1.13.3', '2.7.2'])("the original's client with gradio_client %s", (version) => {
  const venv = `bigcodebench-${version}`;
  it('writes the files of a healthy server', { timeout: 600_000, ...needing(peer(venv)) }, async () => {
    const place = join(folder.path, venv);
    await mkdir(place);
    const name = 'model--main--bigcodebench-complete--vllm-0-1-sanitized_calibrated';
    const lines = tasks.map(({ id, completePrompt, canonicalSolution }, at) =>
      JSON.stringify({
        task_id: id,
        solution: `${completePrompt}\n${at % 5 === 0 ? '    pass' : canonicalSolution}`,
        _identifier: id,
      }),
    );
    await writeFile(join(place, `${name}.jsonl`), `${lines.join('\n')}\n`);
    const words = ['-m', 'bigcodebench.evaluate', '--execution', 'gradio', '--gradio_endpoint', `${listener.url}/`];
    const more = ['--split', 'complete', '--subset', 'full', '--samples', `${name}.jsonl`];
    await run(python(venv), [...words, ...more], {
      cwd: place,
      env: { ...process.env, HF_HUB_OFFLINE: '1', HF_HUB_DISABLE_TELEMETRY: '1' },
    });
    const theirs = await readFiles(place, name);
    expect(theirs.passAtK).toMatchObject({ 'pass@1': expect.closeTo(0.8), gt_pass_rate: 1, failed_tasks: [] });
    expect(Object.keys(theirs.evalResults.eval)).toEqual(tasks.map(({ id }) => id));
    const own = join(folder.path, `${venv}-own`);
    await mkdir(own);
    await writeFile(join(own, `${name}.jsonl`), `${lines.join('\n')}\n`);
    const options = ['--split', 'complete', '--subset', 'starter', '--samples', `${name}.jsonl`];
    await run(process.execPath, [bin, 'evaluate', ...options], { cwd: own });
    const ours = await readFiles(own, name);
    expect(theirs.evalResults.eval).toEqual(ours.evalResults.eval);
    // The client names the subset that it was told, and says what it was called with.
    expect(withoutNames(theirs.passAtK)).toEqual(withoutNames(ours.passAtK));
  });
});

interface ResultFiles {
  readonly evalResults: { readonly eval: object };
  readonly passAtK: Readonly<Record<string, unknown>>;
}

async function readFiles(place: string, name: string): Promise<ResultFiles> {
  const read = async (file: string) => JSON.parse(await readFile(join(place, `${name}_${file}.json`), 'utf8'));
  return { evalResults: await read('eval_results'), passAtK: await read('pass_at_k') };
}

function withoutNames({ subset: _subset, model: _model, ...rest }: ResultFiles['passAtK']): object {
  return rest;
}
