import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRuns } from '../../compare/read-results.ts';
import { createVllmProgram } from '../../model/testing/vllm-program.ts';
import { openAiChat, openAiCompletion } from '../../model/testing/wire-formats.ts';
import { json, type Reply, startWireServer } from '../../model/testing/wire-server.ts';
import { listRunFolders, readManifest } from '../../store/manifest.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runMain } from '../testing/run-main.ts';
import { createRunPlace } from '../testing/run-place.ts';

const two = ['--subset', 'starter', '--id-range', '0-2', '--quiet'];
const answer = openAiChat('```python\ndef task_func():\n    return 1\n```');

async function manifestsIn(cwd: string) {
  const folders = await listRunFolders(join(cwd, 'bcb_results'));
  return Promise.all(folders.map(async (folder) => (await readManifest(folder))?.run.model));
}

describe('a parameter that the provider does not take', () => {
  test('is told before the first request, is not sent, and is recorded as not sent', async () => {
    await using folder = await createTemporaryFolder();
    let err = '';
    const toldBefore: boolean[] = [];
    const watch: Reply = (request, response) => {
      toldBefore.push(err.includes('does not take'));
      return answer(request, response);
    };
    await using server = await startWireServer(watch);
    const asked = ['--temperature', '0.5', '--top_k', '41', '--top_p', '0.9', '--reasoning_effort', 'high'];
    await runMain(['generate', '--backend', 'openai', '--model', 'gpt-4o', ...asked, ...two], {
      cwd: folder.path,
      variables: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${server.url}/v1` },
      stderr: { write: (text) => (err += text) },
    });
    expect(err.match(/warning: openai:gpt-4o does not take --top-k, --reasoning-effort: not sent/g)).toHaveLength(1);
    expect(toldBefore).toEqual([true, true]);
    expect(server.seen[0]?.body).toMatchObject({ temperature: 0.5, top_p: 0.9 });
    expect(server.seen[0]?.body).not.toHaveProperty('top_k');
    expect(await manifestsIn(folder.path)).toEqual([
      expect.objectContaining({
        parameters: { temperature: 0.5, topP: 0.9, maxNewTokens: 1280 },
        notSent: ['topK', 'reasoningEffort'],
      }),
    ]);
  });

  test('makes no other run, and nothing is said where all of them are taken', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(answer);
    const generate = (...more: string[]) =>
      runMain(['generate', '--model', 'openai:gpt-4o', '--base-url', `${server.url}/v1`, ...more, ...two], {
        cwd: folder.path,
        variables: { OPENAI_API_KEY: 'k' },
      });
    expect((await generate('--top-k', '41')).err).toContain('does not take --top-k:');
    expect((await generate('--top-k', '42')).err).toContain('does not take --top-k:');
    expect((await generate()).err).not.toContain('does not take');
    expect(server.seen).toHaveLength(2);
  });
});

describe('a model on a vLLM server', () => {
  const words = 'default chat template is no longer allowed, so you must provide a chat template';
  const base: Reply = (request, response) => {
    if (request.path.endsWith('/v1/completions')) return openAiCompletion('    return 1\n')(request, response);
    return json({ object: 'error', message: words, type: 'BadRequestError', code: 400 }, 400)(request, response);
  };

  test('without a chat template completes the raw prompt', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(base);
    const { code, err, out } = await runMain(
      ['generate', '--model', 'org/base', '--backend', 'vllm', '--split', 'complete', ...two, '--json'],
      { cwd: folder.path, variables: { VLLM_BASE_URL: `${server.url}/v1` } },
    );
    expect(code).toBe(0);
    expect(err).toContain('org/base has no chat template, so it is asked to complete the raw prompt');
    const paths = server.seen.map(({ path }) => path);
    expect(paths).toEqual(['/tokenize', '/v1/completions', '/v1/completions']);
    const [line = ''] = (await readFile(JSON.parse(out).runs[0].samples, 'utf8')).split('\n');
    expect(JSON.parse(line).raw_solution).toContain('def task_func(');
  });

  test('cannot follow instructions, which is said before anything is asked', async () => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(base);
    const running = runMain(['generate', '--model', 'org/base', '--backend', 'vllm', '--split', 'instruct', ...two], {
      cwd: folder.path,
      variables: { VLLM_BASE_URL: `${server.url}/v1` },
    });
    await expect(running).rejects.toThrow(/base model .*cannot follow instructions: use --split complete/);
    expect(server.seen.map(({ path }) => path)).toEqual(['/tokenize']);
  });
});

test('the original’s flags for vLLM reach the server that is started', async () => {
  await using folder = await createTemporaryFolder();
  await using fake = await createVllmProgram();
  const asked = '--tp 2 --max_model_len 4096 --revision v1 --lora_path /lora --trust_remote_code True';
  const more = '--tokenizer_name org/tokenizer --tokenizer_legacy --split complete';
  const words = ['generate', '--model', 'org/model', '--backend', 'vllm', ...`${asked} ${more}`.split(' '), ...two];
  await runMain(words, { cwd: folder.path, variables: fake.variables });
  const [started] = await fake.readLog();
  expect(started).toMatch(
    /^serve org\/model --host=127\.0\.0\.1 --tensor-parallel-size 2 --max-model-len 4096 --revision v1 --tokenizer org\/tokenizer --tokenizer-mode slow --trust-remote-code --enable-lora --lora-modules adapter=\/lora --port \d+$/,
  );
});

test('the original’s limits are those of every program', async () => {
  await using place = await createRunPlace();
  const limits = ['--max_as_limit', '20*1024', '--max_data_limit', '4096', '--max_stack_limit', '20'];
  await place.run(['--model', 'replay:answers.jsonl', ...limits]);
  expect(place.executed.length).toBeGreaterThan(3);
  for (const job of place.executed) {
    expect(job.limits).toMatchObject({ addressMb: 20_480, dataMb: 4096, stackMb: 20, memoryMb: 8192 });
  }
});

test('rules of a file decide which programs are not run', async () => {
  await using place = await createRunPlace();
  const answers = ['import json\njson.loads("1")', 'import shutil\nshutil.rmtree("x")', 'import os\nos._exit(0)'];
  const lines = answers.map((text, at) => ({ task_id: `Small/${at}`, solution: text }));
  await place.write('answers.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const own = { id: 'no-json', severity: 'high', what: 'uses json', imports: ['json'] };
  await place.write(
    'rules.json',
    JSON.stringify({ actFrom: 'high', severities: { 'hard-exit': 'low' }, rules: [own] }),
  );
  const words = ['--model', 'replay:answers.jsonl', '--safety', 'block', '--safety-rules', 'rules.json'];
  await place.run(words, () => ({}));
  const [log] = await readRuns(place.path);
  const judged: Record<string, unknown> = {};
  for await (const { taskId, outcome, reason } of log?.verdicts() ?? []) judged[taskId] = [outcome, reason];
  expect(judged).toEqual({
    'Small/0': ['blocked', 'safety: no-json in line 3'],
    'Small/1': ['pass', undefined],
    'Small/2': ['pass', undefined],
  });
});

describe('keys under the names of older documents', () => {
  test.each([
    ['mistral:large', 'MISTRAL_KEY'],
    ['huggingface:org/model', 'HUGGING_FACE_HUB_TOKEN'],
  ])('%s with %s', async (model, variable) => {
    await using folder = await createTemporaryFolder();
    await using server = await startWireServer(answer);
    await runMain(['generate', '--model', model, '--base-url', `${server.url}/v1`, ...two], {
      cwd: folder.path,
      variables: { [variable]: 'secret-key' },
    });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret-key', 'Bearer secret-key']);
  });
});

test('old command lines name the split by --subset', async () => {
  await using folder = await createTemporaryFolder();
  await using server = await startWireServer(answer);
  const running = runMain(['generate', '--model', 'm', '--backend', 'openai', '--subset', 'instruct', '--quiet'], {
    cwd: folder.path,
    variables: {
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: `${server.url}/v1`,
      BIGCODEBENCH_OVERRIDE_PATH: join(folder.path, 'absent.jsonl'),
    },
  });
  // The tasks are looked for where those of `full` are, not in a file named `instruct`.
  await expect(running).rejects.toThrow(/absent\.jsonl/);
});
