/** Harbor, and others that read its folders or our rows, where `BCB_PEER_HARBOR` names the folder that install.sh filled. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runMain } from '../../../src/cli/testing/run-main.ts';
import { readResult } from '../../../src/compare/read-results.ts';
import { shareOf } from '../../../src/compare/result.ts';
import { loadTasks } from '../../../src/dataset/load-tasks.ts';
import { knownToNeedNetwork } from '../../../src/dataset/public-tasks.ts';
import { buildTaskRow } from '../../../src/dataset/task-row.ts';
import { resolveDataFolder } from '../../../src/environment/data-folder.ts';
import { listProgramEnvironments } from '../../../src/environment/load-environment.ts';
import { buildTask } from '../../../src/evaluate/testing/tasks.ts';
import type { Task } from '../../../src/schema/task.ts';
import { createTemporaryFolder } from '../../../src/testing/temporary-folder.ts';
import { readEvalResults } from '../../../src/upstream/eval-results.ts';
import { readLines } from '../../../src/util/json-lines.ts';
import { describeNeeding, needing, program } from '../../../src/util/testing/needs.ts';
import { recordedWhole } from '../../../src/util/testing/recorded-data.ts';
import { recordings } from '../../../src/util/testing/shared-data.ts';
import { bin, built, fullEnvironment } from '../../e2e/testing/installed.ts';
import { loadCorpus, loadTest } from '../../hostile/corpus.ts';
import { answersOf, answerTo, withTools } from './answers.ts';
import { openModel, serve } from './peer-servers.ts';

const run = promisify(execFile);
const peers = process.env.BCB_PEER_HARBOR ?? '';
const inVenv = (venv: string, name: string) => join(peers, venv, 'bin', name);
const peer = (venv: string) => ({
  name: 'peers (test/peers/README.md)',
  isMet: peers !== '' && existsSync(inVenv(venv, 'python')),
});
const script = (name: string) => join(import.meta.dirname, name);
const hours = (count: number) => count * 3_600_000;

describeNeeding(
  built,
  recordings,
  fullEnvironment,
  program('bwrap'),
)('exported tasks', () => {
  let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
  let tasks: readonly Task[];
  let variables: NodeJS.ProcessEnv;
  const at = (...parts: string[]) => join(folder.path, ...parts);
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    const installed = await listProgramEnvironments(resolveDataFolder(process.env));
    const full = installed.find(({ manifest }) => manifest.profile === 'full');
    variables = { ...process.env, BIGCODEBENCH_OVERRIDE_PATH: recordedWhole.tasksFile, BCB_ENV: full?.folder };
    tasks = (await loadTasks({ overridePath: recordedWhole.tasksFile })).tasks.filter(
      ({ id }) => !knownToNeedNetwork.has(id),
    );
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  const every = (list: readonly Task[], step: number, count: number) =>
    list.filter((_, index) => index % step === 3).slice(0, count);
  const selectorOf = (list: readonly Task[]) => list.map(({ id }) => id).join(',');
  const bcb = (...words: string[]) => runMain(words, { cwd: folder.path, variables });

  /** The reward of each task, or the exception where there is none. */
  async function harbor(job: string, path: string, agent: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const words = ['run', '-p', path, ...agent, '--env', 'bubblewrap:Bubblewrap', '-n', '2', '-o', 'jobs', '--yes'];
    await run(inVenv('harbor', 'harbor'), [...words, '--job-name', job], {
      cwd: folder.path,
      env: { ...variables, PYTHONPATH: import.meta.dirname, HARBOR_TELEMETRY: '0', ...env },
      maxBuffer: 1e8,
    });
    const trials = (await readdir(at('jobs', job), { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const results = await Promise.all(
      trials.map(async ({ name }) => JSON.parse(await readFile(at('jobs', job, name, 'result.json'), 'utf8'))),
    );
    return new Map<string, unknown>(
      results.map(({ task_name, exception_info: exception, verifier_result: result }) => [
        task_name,
        exception ? exception.exception_type : result.rewards.reward,
      ]),
    );
  }

  it('Harbor: the oracle gets 1.0 of 40 tasks, nop 0.0', {
    timeout: hours(2),
    ...needing(peer('harbor')),
  }, async () => {
    await bcb('export', 'harbor', 'forty', '--split', 'both', '--select', selectorOf(every(tasks, 57, 20)), '--quiet');
    const path = at('forty', 'tasks');
    expect([...(await harbor('oracle', path, ['-a', 'oracle'])).values()]).toEqual(Array(40).fill(1));
    expect([...(await harbor('nop', path, ['-a', 'nop'])).values()]).toEqual(Array(40).fill(0));
  });

  it('Harbor: 100 recorded answers get what `bcb evaluate` says', {
    timeout: hours(3),
    ...needing(peer('harbor')),
  }, async () => {
    const chosen = new Set(every(tasks, 11, 100).map(({ id }) => id));
    await mkdir(at('answers'));
    const lines: string[] = [];
    for await (const { text } of readLines(recordedWhole.samplesFile('complete'))) {
      const { task_id, solution } = JSON.parse(text) as { task_id: string; solution: string };
      if (!chosen.has(task_id)) continue;
      lines.push(`${JSON.stringify({ task_id, solution })}\n`);
      await writeFile(at('answers', `complete-${task_id.replace(/^.*\//, '').padStart(4, '0')}.py`), solution);
    }
    await writeFile(at('recorded.jsonl'), lines.join(''));
    const select = ['--select', [...chosen].join(',')];
    await run(process.execPath, [bin, 'evaluate', '--samples', 'recorded.jsonl', ...select, '--quiet'], {
      cwd: folder.path,
      env: variables,
      maxBuffer: 1e8,
    });
    const { eval: judged } = await readEvalResults(at('recorded_eval_results.json'));
    await bcb('export', 'harbor', 'hundred', ...select, '--quiet');
    const recorded = ['--agent', 'recorded_agent:Recorded'];
    const rewards = await harbor('recorded', at('hundred', 'tasks'), recorded, { ANSWERS: at('answers') });
    const expected = Object.entries(judged).map(([id, [entry]]): [string, number] => [
      `bigcodebench/complete-${id.replace(/^.*\//, '').padStart(4, '0')}`,
      entry?.status === 'pass' ? 1 : 0,
    ]);
    expect([...rewards].sort()).toEqual(expected.sort());
    expect(new Set(rewards.values())).toEqual(new Set([0, 1]));
  });

  it.each(['', 'masked'])(
    'Harbor: forgeries get 0, in a box that is %j',
    { timeout: hours(6), ...needing(peer('harbor')) },
    async (BOX) => {
      const test = loadTest('answer');
      const forgeries = loadCorpus(['forgery']).filter((each) => each.test === test && !each.isOpen);
      const place = `forged${BOX}`;
      await mkdir(at(place));
      const rows = await Promise.all(
        forgeries.map(async ({ code }, number) => {
          await writeFile(at(place, `complete-${String(number).padStart(4, '0')}.py`), code);
          const canonicalSolution = '    return 42\n';
          const prompts = { completePrompt: 'def task_func():\n', codePrompt: 'def task_func():' };
          return buildTaskRow(buildTask(`Hostile/${number}`, { ...prompts, canonicalSolution, test, libs: [] }));
        }),
      );
      await writeFile(at(`${place}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await bcb('export', 'harbor', `${place}-tasks`, '--subset', `${place}.jsonl`, '--quiet');
      const agent = ['--agent', 'recorded_agent:Recorded'];
      const rewards = await harbor(place, at(`${place}-tasks`, 'tasks'), agent, { ANSWERS: at(place), BOX });
      const named = forgeries.map(({ name }, at) => [
        name,
        rewards.get(`hostile/complete-${String(at).padStart(4, '0')}`),
      ]);
      expect(named).toEqual(forgeries.map(({ name }) => [name, 0]));
    },
  );

  /** Ten tasks as folders; the expected reward of each: every other answer is wrong. */
  async function exportTen() {
    const ten = tasks.filter(({ id }) => /\/(10|[1-9])$/.test(id));
    await bcb('export', 'harbor', 'ten', '--select', selectorOf(ten), '--quiet');
    const numberOf = ({ id }: Task) => Number(id.replace(/^.*\//, ''));
    const name = (task: Task) => `bigcodebench-complete-${String(numberOf(task)).padStart(4, '0')}`;
    return { ten, expected: Object.fromEntries(ten.map((task) => [name(task), numberOf(task) % 2 === 0 ? 1 : 0])) };
  }

  it('inspect_harbor pays five of ten', { timeout: hours(1), ...needing(peer('inspect')) }, async () => {
    const { expected } = await exportTen();
    const words = [script('inspect_peer.py'), at('ten', 'tasks'), at('logs')];
    const { stdout } = await run(inVenv('inspect', 'python'), words, { env: variables, maxBuffer: 1e8 });
    const byName = Object.entries(expected).map(([name, reward]) => [name.replace('-', '/'), reward]);
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(byName));
  });

  it('HarborSpec of TRL pays five of ten', { timeout: hours(1), ...needing(peer('trl')) }, async () => {
    const { expected } = await exportTen();
    const { stdout } = await run(inVenv('trl', 'python'), [script('trl_peer.py'), at('ten')], { env: variables });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual(expected);
  });

  it('verifiers loads the folders, of a split that the registry names', {
    timeout: hours(1),
    ...needing(peer('verifiers')),
  }, async () => {
    const image = ['--docker-image', 'example.org/bcb@sha256:0'];
    await bcb('export', 'harbor', 'published', '--split', 'both', '--select', '1-4', '--quiet', ...image);
    // It fetches what Harbor can download, and Harbor downloads from repositories.
    const git = (...words: string[]) => run('git', ['-C', at('published'), ...words]);
    await git('init', '-q');
    await git('add', '-A');
    await git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '-qm', 'tasks');
    const registry = JSON.parse(await readFile(at('published', 'registry.json'), 'utf8'));
    for (const task of registry.flatMap((dataset: { tasks: object[] }) => dataset.tasks)) {
      task.git_url = `file://${at('published')}`;
    }
    await writeFile(at('registry.json'), JSON.stringify(registry));
    const { stdout } = await run(inVenv('verifiers', 'python'), [script('verifiers_peer.py'), at('registry.json')], {
      cwd: folder.path,
      env: { ...variables, HOME: folder.path },
    });
    expect(JSON.parse(stdout)).toEqual(
      ['1', '2', '3', '4'].map((number) => ({
        name: `bigcodebench/instruct-000${number}`,
        image: 'example.org/bcb@sha256:0',
        artifacts: ['/app/solution.py'],
        is_separate: true,
        network: [],
      })),
    );
  });

  /** What verifiers records of ten tasks that it is told of in these tables, with a model of ours. */
  async function evalByVerifiers(name: string, model: { readonly url: string }, tables: readonly string[]) {
    const client = `[client]\nbase_url = "${model.url}/v1"\napi_key_var = "SCRIPTED_KEY"`;
    await writeFile(at(`${name}.toml`), ['model = "scripted"', 'push = false', client, ...tables, ''].join('\n'));
    const path = `${join(peers, 'verifiers', 'bin')}:${process.env.PATH}`;
    await run(inVenv('verifiers', 'vf-eval'), ['@', `${name}.toml`, '--no-rich', '-o', name], {
      cwd: folder.path,
      env: { ...variables, PATH: path, SCRIPTED_KEY: 'none' },
      maxBuffer: 1e8,
    });
    const [place = ''] = await readdir(at(name));
    return at(name, place, 'traces.jsonl');
  }

  it('verifiers pays five of ten rows, without code', {
    timeout: hours(1),
    ...needing(peer('verifiers')),
  }, async () => {
    const { ten } = await exportTen();
    await bcb('export', 'rows', '--select', selectorOf(ten), '--out', 'rows.jsonl', '--quiet');
    const answers = await answersOf(at('rows.jsonl'), ten);
    await using model = await openModel((said) => answers.get(said));
    await using server = await serve(folder.path, variables);
    const traces = await evalByVerifiers('rows', model, [
      '[env.taskset]\nid = "nemo-gym"\ndataset = "rows.jsonl"',
      `[env.taskset.task]\nresources_url = "${server.url}"\nrequest_timeout = 900`,
      '[env.agent.harness]\nid = "null"',
      '[env.agent.runtime]\ntype = "subprocess"',
    ]);
    const scores = (await readFile(traces, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).traces[0])
      .map(({ info, rewards }) => [info.nemo_gym.task_id, info.nemo_gym.status, rewards.nemo_gym.score]);
    expect(scores.sort()).toEqual(
      ten.map(({ id }, index) => [id, ...(index % 2 === 0 ? ['pass', 1] : ['fail', 0])]).sort(),
    );
  });

  it('verifiers pays five of ten episodes of OpenEnv, without code', {
    timeout: hours(1),
    ...needing(peer('verifiers')),
  }, async () => {
    const { ten } = await exportTen();
    // It is told the whole observation, as JSON.
    const answers = new Map(ten.map((task, index) => [task.id, answerTo(task, index)]));
    const idIn = (said: string) => /"task_id": "([^"]+)"/.exec(said)?.[1] ?? '';
    await using model = await openModel((said) => answers.get(idIn(said)));
    await using server = await serve(folder.path, variables);
    const resets = ten.map(({ id }) => `{ task_id = "${id}", split = "instruct" }`);
    const traces = await evalByVerifiers('openenv', model, [
      `[env.taskset]\nid = "openenv"\nbase_url = "${server.url}/openenv"\nresets = [${resets.join(', ')}]`,
      '[env.player.harness]\nid = "null"',
      '[env.player.runtime]\ntype = "subprocess"',
    ]);
    const { tasks: judged } = await readResult(traces);
    expect(Object.fromEntries([...judged].map(([id, task]) => [id, shareOf(task)]))).toEqual(
      Object.fromEntries(ten.map(({ id }, index) => [id, 1 - (index % 2)])),
    );
  });

  it.each([false, true])(
    'NeMo-Gym pays five of ten rows and comes to the same numbers; with tools: %s',
    {
      timeout: hours(1),
      ...needing(peer('nemo-gym')),
    },
    async (hasTools) => {
      const { ten } = await exportTen();
      await bcb('export', 'rows', '--select', selectorOf(ten), '--out', 'gym.jsonl', '--quiet');
      const answers = await answersOf(at('gym.jsonl'), ten);
      const rows = (await readFile(at('gym.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row));
      const answered = rows.map((row) => {
        const { input } = row.responses_create_params;
        const answer = answers.get(input[0].content);
        return hasTools ? withTools(row, answer ?? '') : { ...row, answer };
      });
      await writeFile(at('answered.jsonl'), answered.map((row) => `${JSON.stringify(row)}\n`).join(''));
      await using server = await serve(folder.path, variables);
      const words = [script('nemo_gym_peer.py'), server.url, at('answered.jsonl')];
      const { stdout } = await run(inVenv('nemo-gym', 'python'), words, { maxBuffer: 1e8 });
      const { heard, ...told } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
      expect(told).toEqual({
        rewards: ten.map((_, index) => 1 - (index % 2)),
        differ: {},
        key_metrics: { 'pass@2/accuracy': 100, 'pass@1[avg-of-2]/accuracy': 50 },
      });
      const results = heard.map((each: readonly string[]) => each.map((result) => JSON.parse(result).stdout));
      expect(results).toEqual(ten.map(() => (hasTools ? ['', undefined, '42\n', undefined] : [])));
    },
  );
});
