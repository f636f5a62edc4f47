import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listDescendants, waitUntilGone } from '../../executor/local/testing/process-tree.ts';
import { nameRuns } from '../../report/name-runs.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { nameSamplesFile } from '../../upstream/samples-file.ts';
import { needing, program, writable } from '../../util/testing/needs.ts';
import { type ResolveModelOptions, resolveModel } from '../resolve-model.ts';
import { sampleRequest } from '../testing/sample-request.ts';

/** An agent that is a Python script in the user's folder. */
async function createAgent(script: string, options: ResolveModelOptions = {}) {
  const folder = await createTemporaryFolder();
  await writeFile(join(folder.path, 'agent.py'), `import json, os, subprocess, sys, time\n${script}\n`);
  const variables: Record<string, string | undefined> = { PATH: process.env.PATH, ...options.variables };
  const notices: string[] = [];
  const given = { ...options, variables, cwd: folder.path, onNotice: (said: string) => void notices.push(said) };
  const resolveAgent = (words = '') => resolveModel(`command:/usr/bin/python3 agent.py${words}`, given);
  return {
    ...folder,
    notices,
    resolveAgent,
    async ask(words = '', signal?: AbortSignal) {
      const model = await resolveAgent(words);
      const [answer] = await model.answer(sampleRequest(), signal ? { signal } : {});
      return answer;
    },
  };
}

const solution = 'def task_func():\n    return 1\n';

describe('--model command:…', () => {
  it('gives the prompt on stdin and takes what is printed', async () => {
    await using agent = await createAgent(`print('Here:', repr(sys.stdin.read()), os.getcwd() == os.environ['HOME'])`);
    expect(await agent.ask()).toMatchObject({
      text: "Here: 'Write one.\\n' True\n",
      finishReason: 'stop',
      warnings: [],
    });
  });

  it('gives a conversation as one text', async () => {
    await using folder = await createTemporaryFolder();
    const model = await resolveModel('command:/bin/cat', { variables: process.env, cwd: folder.path });
    const said = ['Write one.\n', 'x = 1', 'It fails.'];
    const messages = said.map((content, at) => ({
      role: at === 1 ? ('assistant' as const) : ('user' as const),
      content,
    }));
    const [answer] = await model.answer(sampleRequest({ prompt: { form: 'chat', messages } }));
    expect(answer?.text).toBe('# user\n\nWrite one.\n\n# assistant\n\nx = 1\n\n# user\n\nIt fails.\n');
    expect(await model.describe(sampleRequest())).toMatchObject({ url: '/bin/cat', body: 'Write one.\n' });
  });

  it('gives the prompt in a file, takes solution.py, keeps the transcript and what it says it used', async () => {
    await using agent = await createAgent(`
print('reading', open(sys.argv[1]).read(), repr(sys.stdin.read()))
print('thinking', file=sys.stderr)
open(sys.argv[2], 'w').write(${JSON.stringify(solution)})
json.dump({'input_tokens': 5, 'output_tokens': 7, 'cost_usd': 0.25, 'model': 'm-1', 'turns': 3}, open('usage.json', 'w'))`);
    expect(await agent.ask(' {prompt_file} {solution_file}')).toMatchObject({
      text: solution,
      reasoning: "reading Write one.\n ''\n\nthinking\n",
      usage: { inputTokens: 5, outputTokens: 7 },
      costUsd: 0.25,
      responseModel: 'm-1',
      warnings: [],
    });
  });

  it('gives it the variables that are named and no others, and keeps their values out of all that is recorded', async () => {
    const variables = { AGENT_KEY: 'a-long-secret-value', OTHER_KEY: 'another-long-secret' };
    await using agent = await createAgent(
      `
print(sorted(name for name in os.environ if name not in ('PWD', 'LC_CTYPE', 'SHLVL', '_')), os.environ['AGENT_KEY'])
print('leaking', os.environ['AGENT_KEY'], file=sys.stderr)
sys.exit(len(sys.argv) - 1)`,
      { variables, agentEnv: ['AGENT_KEY'] },
    );
    expect(await agent.ask()).toMatchObject({
      text: "['AGENT_KEY', 'HOME', 'LANG', 'PATH', 'TMPDIR'] [AGENT_KEY]\n",
      reasoning: 'leaking [AGENT_KEY]\n',
    });
    await expect(agent.ask(' fail')).rejects.toThrow(/\(exit 1\): leaking \[AGENT_KEY\]$/);
    const without = resolveModel('command:true', { agentEnv: ['ABSENT_KEY'], variables });
    await expect(without).rejects.toThrow(/--agent-env ABSENT_KEY: there is no such variable/);
  });

  it('is killed with all its children at its time limit; what it had left by then is its answer', async () => {
    await using agent = await createAgent(
      `
open('solution.py', 'w').write(${JSON.stringify(solution)})
for _ in range(3):
    subprocess.Popen(['sleep', '1000'], start_new_session=False)
time.sleep(1000)`,
      { requestTimeoutMs: 10_000 },
    );
    const asked = agent.ask();
    const family = async () => {
      const rows = listDescendants(process.pid);
      if (rows.filter(({ name }) => name === 'sleep').length === 3) return rows;
      await sleep(20);
      return family();
    };
    const seen = await family();
    expect(await asked).toMatchObject({
      text: solution,
      finishReason: 'length',
      warnings: ['Killed at its time limit: what it had left by then is its answer.'],
    });
    expect(await waitUntilGone(seen.filter(({ name }) => ['sleep', 'bwrap', 'python3'].includes(name)))).toEqual([]);
  });

  it('leaves no process behind when it is not wanted any more', async () => {
    await using agent = await createAgent(`subprocess.Popen(['sleep', '1000']); time.sleep(1000)`);
    const stop = new AbortController();
    const asked = agent.ask('', stop.signal);
    const sleeping = () => listDescendants(process.pid).filter(({ name }) => name === 'sleep');
    while (sleeping().length === 0) await sleep(20);
    const seen = sleeping();
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect(await waitUntilGone(seen)).toEqual([]);
  });

  it('keeps the end of megabytes', async () => {
    await using agent = await createAgent(`
for stream in (sys.stdout, sys.stderr):
    for number in range(100_000):
        stream.write(f'{number:>49}\\n')`);
    const answer = await agent.ask();
    expect(answer?.text).toHaveLength(1 << 20);
    expect(answer?.text.endsWith(' 99999\n')).toBe(true);
    expect(answer?.reasoning).toHaveLength(1 << 16);
  });

  it('keeps all that it printed in a file of the results, where the answer cannot hold it or there is none', async () => {
    const variables = { AGENT_KEY: 'a-long-secret-value' };
    await using agent = await createAgent(
      `
print('begun with', os.environ['AGENT_KEY'], file=sys.stderr)
sys.stderr.write('x' * 100_000)
sys.exit(len(sys.argv) - 1)`,
      { variables, agentEnv: ['AGENT_KEY'], out: 'results' },
    );
    const whole = `begun with [AGENT_KEY]\n${'x'.repeat(100_000)}`;
    const place = join(agent.path, 'results/transcripts');
    const answer = await agent.ask();
    const [name = ''] = await readdir(place);
    const said = `; all that it printed is in ${join(place, name)}`;
    expect(await readFile(join(place, name), 'utf8')).toBe(whole);
    expect(answer?.reasoning).toBe(whole.slice(-(1 << 16)));
    expect(answer?.warnings).toEqual([`Of what it printed, the end is here${said}.`]);
    await expect(agent.ask(' fail')).rejects.toThrow(said);
  });

  it('leaves a hole when it fails, and an answer when it left one all the same', async () => {
    await using agent = await createAgent(`
if len(sys.argv) > 1: open('solution.py', 'w').write('x = 1')
print('no route to model', file=sys.stderr)
sys.exit(3)`);
    await expect(agent.ask()).rejects.toMatchObject({
      fault: 'bad-request',
      isRetryable: false,
      message: 'The agent left no answer to Test/0 (exit 3): no route to model',
    });
    expect(await agent.ask(' leave')).toMatchObject({ text: 'x = 1', warnings: ['It ended with exit code 3.'] });
    const absent = await resolveModel('command:no-such-agent', { variables: process.env });
    await expect(absent.answer(sampleRequest())).rejects.toThrow(/no-such-agent/);
  });

  it.each([
    ["os.symlink('/etc/passwd', 'solution.py')", /solution\.py was not read: .* is a link/],
    ["os.mkfifo('solution.py')", /solution\.py was not read: .* is a FIFO/],
    ["open('solution.py', 'w').write('#' * 2_000_000)", /solution\.py was not read: .* has 2000000 bytes/],
    ["open('solution.py', 'w').close(); open('usage.json', 'w').write('{\"cost_usd\": -1}')", /^usage\.json is not/],
  ])('reads nothing but small files: %s', async (script, warning) => {
    await using agent = await createAgent(script);
    expect(await agent.ask()).toMatchObject({ text: '', warnings: [expect.stringMatching(warning)] });
  });

  it(
    'works in a sandbox that shows what is named and nothing else of the user',
    needing(program('bwrap')),
    async () => {
      await using agent = await createAgent(`
def look(path):
    try:
        return open(path).read()
    except OSError as error:
        return type(error).__name__
here = os.path.dirname(os.path.abspath(sys.argv[0]))
print(look(here + '/secret.txt'), look(here + '/shown/a.txt'))
try:
    open(here + '/shown/b.txt', 'w')
except OSError as error:
    print(error.strerror)
print(len([name for name in os.listdir('/proc') if name.isdigit()]))`);
      await mkdir(join(agent.path, 'shown'));
      await writeFile(join(agent.path, 'secret.txt'), 'secret');
      await writeFile(join(agent.path, 'shown/a.txt'), 'shown');
      const options = { cwd: agent.path, agentFiles: ['shown'], variables: process.env };
      const model = await resolveModel('command:/usr/bin/python3 agent.py', options);
      const [answer] = await model.answer(sampleRequest());
      expect(answer?.text).toBe('FileNotFoundError shown\nRead-only file system\n2\n');
      await expect(resolveModel('command:true', { ...options, agentFiles: ['absent'] })).rejects.toThrow(
        /--agent-files .*absent: there is nothing/,
      );
    },
  );

  it(
    'does not see tasks, results and the folder it was started in, not even in a folder of the system',
    needing(program('bwrap'), writable('/opt')),
    async () => {
      const place = await mkdtemp('/opt/bcb-test-');
      await using _ = { [Symbol.asyncDispose]: () => rm(place, { recursive: true }) };
      const listed = [
        'tasks.jsonl',
        'edition.jsonl',
        'override.jsonl',
        'pack/task.json',
        'cache/a',
        'out/a',
        'cwd/a',
        'b',
      ];
      for (const name of listed) {
        await mkdir(dirname(join(place, name)), { recursive: true });
        await writeFile(join(place, name), 'seen');
      }
      await symlink(join(place, 'pack'), join(place, 'link'));
      const variables = {
        ...process.env,
        BCB_CACHE_DIR: join(place, 'cache'),
        BIGCODEBENCH_OVERRIDE_PATH: join(place, 'override.jsonl'),
      };
      const cwd = join(place, 'cwd');
      const command = `command:/bin/sh -c 'cd ${place}; cat ${listed.join(' ')}; true'`;
      const see = async (options: ResolveModelOptions) => {
        const model = await resolveModel(command, { cwd, variables, ...options });
        return (await model.answer(sampleRequest()))[0]?.text;
      };
      const datasetVersion = '../edition.jsonl@123456';
      expect(await see({ subset: '../tasks.jsonl', out: '../out', datasetVersion })).toBe('seenseen');
      expect(await see({ subset: '../link', out: '../out', datasetVersion })).toBe('seenseen');
      expect(await see({})).toBe('seenseenseenseenseen');
    },
  );

  it('tells where there is no sandbox, and works all the same', async () => {
    await using folder = await createTemporaryFolder();
    const notices: string[] = [];
    await mkdir(join(folder.path, 'bin'));
    const onNotice = (said: string) => void notices.push(said);
    const variables = { PATH: join(folder.path, 'bin') };
    const model = await resolveModel('command:/bin/cat', { variables, onNotice, cwd: folder.path });
    expect(notices).toEqual([expect.stringMatching(/works without a sandbox, because bubblewrap/)]);
    expect(await model.answer(sampleRequest())).toMatchObject([{ text: 'Write one.\n' }]);
  });
});

describe('names of commands', () => {
  const commands = [
    './agent.sh --effort 1',
    './agent.sh --effort 2',
    './agent.sh  --effort 1',
    './agent.sh --effort "1"',
  ];
  const resolveAll = () =>
    Promise.all(commands.map((command) => resolveModel(`command:${command}`, { isDryRun: true })));

  it('tell commands apart that differ in an argument, in lists and in file names', async () => {
    const models = await resolveAll();
    const names = nameRuns(models.map(({ name }) => ({ model: name })));
    expect(new Set(names).size).toBe(commands.length);
    const facts = {
      revision: 'main',
      taskSet: 'bigcodebench',
      split: 'complete',
      nSamples: 1,
      strategy: 'none',
    } as const;
    const files = models.map((model) => nameSamplesFile({ ...facts, model, parameters: { temperature: 0 } }));
    expect(new Set(files).size).toBe(commands.length);
    expect(files[0]).toMatch(/^agent\.sh-effort-1-[0-9a-f]{8}--main--bigcodebench-complete--command-0-1-none\.jsonl$/);
    const long = await resolveModel(`command:./agent.sh ${'x'.repeat(1000)}`, { isDryRun: true });
    expect(long.modelId.length).toBeLessThan(60);
    expect(models[0]).toMatchObject({ price: undefined, provider: 'command' });
  });

  it.each([
    ['agent "unclosed', /close every quote/],
    ['agent --api-key sk-1', /The command holds --api-key, and commands are recorded: .* --agent-env/],
    ['env OPENAI_API_KEY=sk-1 agent', /The command holds OPENAI_API_KEY, and/],
  ])('%s is refused', async (command, sentence) => {
    await expect(resolveModel(`command:${command}`)).rejects.toThrow(sentence);
  });
});
