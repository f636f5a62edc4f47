/** Models that are not named but written: files that export one, objects in a config file, objects in a program. */
import { describe, expect, it } from 'vitest';
import { createRunPlace, judgeByText } from '../../src/cli/testing/run-place.ts';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { createCustomModel } from '../../src/model/custom-model.ts';
import { json, startWireServer } from '../../src/model/testing/wire-server.ts';
import { runBenchmark } from '../../src/run/run-benchmark.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';

const good = 'def task_func():\\n    return 1';
const bad = 'def task_func():\\n    raise';

/** The source of an object that follows the AI SDK's specification. */
const languageModel = (provider: string, modelId: string, text: string, version = 'v3') => `({
  specificationVersion: '${version}', provider: '${provider}', modelId: '${modelId}', supportedUrls: {},
  async doGenerate() {
    return {
      content: [{ type: 'text', text: '${text}' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: { total: 5 }, outputTokens: { total: 3 } },
      warnings: [],
    };
  },
})`;

const scoresOf = (out: string) =>
  (JSON.parse(out).runs as Record<string, unknown>[]).map((run) => [run.model, run['pass@1']]);

describe('--model FILE', () => {
  it('asks the function that a file exports; an edited file inherits no answers', async () => {
    await using place = await createRunPlace();
    const counter = 'askedOfMine';
    const asked = () => (globalThis as Record<string, unknown>)[counter];
    const source = `export default ({ task }) => {
      globalThis.${counter} = (globalThis.${counter} ?? 0) + 1;
      return task.id === 'Small/1' ? '${bad}' : '${good}';
    };`;
    await place.write('mine.mjs', source);
    const words = ['--model', './mine.mjs', '--json'];
    expect(scoresOf((await place.run(words)).out)).toEqual([['mine', 2 / 3]]);
    expect(scoresOf((await place.run(words)).out)).toEqual([['mine', 2 / 3]]);
    expect(asked()).toBe(3);
    await place.write('mine.mjs', `${source} // edited`);
    expect(scoresOf((await place.run(words)).out)).toEqual([['mine', 2 / 3]]);
    expect(asked()).toBe(6);
  });

  it('reads TypeScript, and takes two models from one file, of which one is named like the beginning of the other', async () => {
    await using place = await createRunPlace();
    const text = `
      export const first: unknown = ${languageModel('mine', 'm', good)};
      export const second: unknown = ${languageModel('mine', 'm-2', bad)};
      export const twin: unknown = ${languageModel('mine', 'm', bad)};`;
    await place.write('two.ts', text);
    const { out } = await place.run(['--model', './two.ts#first,./two.ts#second', '--json']);
    expect(scoresOf(out)).toEqual([
      ['mine:m', 1],
      ['mine:m-2', 0],
    ]);
    await expect(place.run(['--model', 'two.ts'])).rejects.toThrow(
      /^two\.ts has no default export: use two\.ts#first or two\.ts#second or two\.ts#twin\.$/,
    );
    await expect(place.run(['--model', 'two.ts#first,two.ts#twin'])).rejects.toThrow(
      /^two\.ts#first and two\.ts#twin are both called mine:m: give each model its own name\.$/,
    );
  });

  it.each([
    ['absent.ts', undefined, /absent\.ts cannot be read: check --model \.\/absent\.ts/],
    ['broken.mjs', 'export default (', /broken\.mjs cannot be loaded: /],
    ['number.mjs', 'export default 7', /number\.mjs does not export a model: export a function that answers, /],
    [
      'half.mjs',
      'export default { answer() {}, drainMs: 0 }',
      /\(it lacks describe, samplesPerCall, maxConcurrency\): /,
    ],
    [
      'old.mjs',
      `export default ${languageModel('a', 'b', good, 'v2')}`,
      /a:b follows specification v2 .* instead of v3/,
    ],
  ])('%s: says what is wrong with it', async (name, content, message) => {
    await using place = await createRunPlace();
    if (content !== undefined) await place.write(name, content);
    await expect(place.run(['--model', `./${name}`])).rejects.toThrow(message);
  });

  it.each([
    [
      'a mistake',
      `() => nothing.at.all`,
      /^wrong failed on Small\/\d: ReferenceError: nothing is not defined \(at .*wrong\.mjs:1:\d+\)\)$/,
    ],
    ['no text', `() => undefined`, /^wrong failed on Small\/\d: TypeError: it returned no text/],
    ['something thrown', `() => { throw 'out of ideas' }`, /^wrong failed on Small\/\d: out of ideas$/],
  ])('a model that throws ends its run and is named: %s', async (_, source, message) => {
    await using place = await createRunPlace();
    await place.write('wrong.mjs', `export default ${source};`);
    const running = place.run(['--model', './wrong.mjs']);
    await expect(running).rejects.toThrow(message);
    await expect(running).rejects.toMatchObject({ code: 'MODEL' });
    const { code, out } = await place.run(['--model', './wrong.mjs,canonical', '--json']);
    expect([code, scoresOf(out)]).toEqual([1, [['canonical', 1]]]);
  });
});

describe('a config file with models', () => {
  it('asks an object by its own name, whatever provider that sounds like', async () => {
    await using place = await createRunPlace();
    const config = `export default {
      model: [${languageModel('openai', 'gpt-4o', good)}, 'empty'],
      models: { 'openai:*': { select: ['0-1'] } },
    };`;
    await place.write('bigcodebench.config.mjs', config);
    expect(scoresOf((await place.run(['--json'])).out)).toEqual([
      ['openai:gpt-4o', 1],
      ['empty', 0],
    ]);
    const named = JSON.parse((await place.run(['--model', 'openai:gpt-4o', '--json'])).out);
    expect(named.runs).toMatchObject([{ model: 'openai:gpt-4o', outcomes: { pass: 2 } }]);
  });

  it('takes a model of the AI SDK, which asks its server', async () => {
    await using place = await createRunPlace();
    const message = { role: 'assistant', content: good.replaceAll('\\n', '\n') };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    await using server = await startWireServer(json({ id: '1', model: 'm', choices }));
    const sdk = import.meta.resolve('@ai-sdk/openai-compatible');
    const config = `import { createOpenAICompatible } from '${sdk}';
      const mine = createOpenAICompatible({ name: 'mine', baseURL: '${server.url}/v1' });
      export default { model: mine('m') };`;
    await place.write('bigcodebench.config.mjs', config);
    expect(scoresOf((await place.run(['--json', '--temperature', '0.5'])).out)).toEqual([['mine.chat:m', 1]]);
    expect(server.seen).toHaveLength(3);
    expect(server.seen[0]).toMatchObject({ path: '/v1/chat/completions', body: { model: 'm', temperature: 0.5 } });
  });

  it.each([
    ['model: [() => 1]', /config\.mjs: model\[0\] must be a name, or what createCustomModel or an AI SDK provider/],
    ['model: ["empty", null]', /config\.mjs: model\[1\] must be a name/],
    ['model: {}', /config\.mjs: model must be a name/],
    [
      `model: [${languageModel('a', 'b', '')}, ${languageModel('a', 'b', '')}]`,
      /model\[1\] has the name of another one/,
    ],
    ['model: "empty", select: [{}]', /config\.mjs: select must be values separated by commas/],
    ['model: "empty", nSamples: "few"', /config\.mjs: nSamples cannot be "few": use a whole number from 1/],
    ['model: "empty", models: { empty: { parameters: { temperature: "hot" } } }', /empty\.parameters\.temperature/],
    ['model: "empty", prices: { empty: { input: -1, output: 0 } }', /`prices` in the config file .*empty\.input/s],
  ])('%s: the message says which field', async (content, message) => {
    await using place = await createRunPlace();
    await place.write('bigcodebench.config.mjs', `export default { ${content} };`);
    await expect(place.run([])).rejects.toThrow(message);
  });
});

describe('a model in a program', () => {
  const answer = good.replaceAll('\\n', '\n');

  it('can be stopped in the middle, and the same object goes on where it stopped', async () => {
    await using place = await createRunPlace();
    const stop = new AbortController();
    const asked: string[] = [];
    let closed = 0;
    const port = {
      samplesPerCall: 1,
      maxConcurrency: 1,
      drainMs: 0,
      async answer({ task }: { task: { id: string } }) {
        asked.push(task.id);
        if (asked.length === 2) stop.abort(new Error('that is enough'));
        return [{ text: answer, finishReason: 'stop' as const, latencyMs: 1, warnings: [] }];
      },
      describe: async () => ({ method: 'NONE', url: '', headers: {}, body: '' }),
      close: async () => void closed++,
    };
    const model = createCustomModel({ name: 'canonical:mine', model: port });
    const tasks = await loadTasks({ subset: 'tasks.jsonl', cwd: place.path });
    const executor = createScriptedExecutor(judgeByText);
    const options = { model, tasks, executor, cwd: place.path, cache: false };
    await expect(runBenchmark({ ...options, signal: stop.signal })).rejects.toThrow('that is enough');
    const { score, generation } = await runBenchmark(options);
    expect([score.passAt1.value, generation.total]).toEqual([1, 3]);
    expect(new Set(asked)).toEqual(new Set(['Small/0', 'Small/1', 'Small/2']));
    expect(asked.length).toBeLessThanOrEqual(4);
    const before = asked.length;
    await runBenchmark(options);
    expect([asked.length, closed]).toEqual([before, 0]);
  });

  it.each([
    [{ nsamples: 2 }, /nsamples is not an option: did you mean nSamples\?/],
    [{ nSamples: 'two', split: 'both' }, /split: use one of complete, instruct; nSamples: .*expected number/],
    [{ model: {} }, /model: use a name, or what createCustomModel/],
    [{ nSamples: 2 }, /Temperature 0 gives the same answer 2 times/],
  ])('options that are wrong are named: %j', async (options, message) => {
    await using place = await createRunPlace();
    const executor = createScriptedExecutor(judgeByText);
    const given = { model: 'empty', tasks: 'tasks.jsonl', executor, cwd: place.path, ...options };
    const running = runBenchmark(given as Parameters<typeof runBenchmark>[0]);
    await expect(running).rejects.toThrow(message);
    await expect(running).rejects.toMatchObject({ code: 'USAGE' });
  });
});
