import { describe, expect, test } from 'vitest';
import { resolveModel } from './resolve-model.ts';
import { basePrompt, sampleRequest } from './testing/sample-request.ts';
import { createVllmProgram } from './testing/vllm-program.ts';
import { json, startWireServer } from './testing/wire-server.ts';

describe('a vLLM server of our own', () => {
  test('is started by the first question, with the original’s settings, and ended with the model', async () => {
    await using fake = await createVllmProgram();
    const model = await resolveModel('org/model', {
      backend: 'vllm',
      variables: fake.variables,
      tp: 2,
      maxModelLen: 12800,
      revision: 'main',
      loraPath: '/lora',
      trustRemoteCode: true,
      tokenizerName: 'org/tokenizer',
      tokenizerLegacy: true,
    });
    const [answer] = await model.answer(sampleRequest());
    expect(answer?.text).toBe('one');
    await model.close?.();
    const [words, , end] = await fake.readLog();
    expect(words).toMatch(
      /^serve org\/model --host=127\.0\.0\.1 --tensor-parallel-size 2 --max-model-len 12800 --revision main --tokenizer org\/tokenizer --tokenizer-mode slow --trust-remote-code --enable-lora --lora-modules adapter=\/lora --port \d+$/,
    );
    expect(end).toBe('ended');
  });

  test('says why it did not start', async () => {
    await using fake = await createVllmProgram();
    const model = await resolveModel('vllm:broken', { variables: fake.variables });
    await expect(model.answer(sampleRequest())).rejects.toThrow(/exit 1.*no such model/);
    await model.close?.();
  });

  test('a model without a chat template is a base model, and that is said once', async () => {
    await using fake = await createVllmProgram();
    const notices: string[] = [];
    const options = { variables: fake.variables, findsKind: true, onNotice: (text: string) => notices.push(text) };
    const base = await resolveModel('vllm:org/base', options);
    expect(base.kind).toBe('base');
    expect(notices).toEqual([expect.stringMatching(/^org\/base has no chat template.*\(--direct-completion\)\.$/)]);
    const [answer] = await base.answer(sampleRequest({ prompt: basePrompt }));
    expect(answer?.text).toBe('completed');
    await base.close?.();
    expect((await fake.readLog()).slice(1)).toEqual(['/v1/completions', 'ended']);
    const chat = await resolveModel('vllm:org/chat', options);
    expect(chat.kind).toBe('chat');
    await chat.close?.();
    expect(notices).toHaveLength(1);
  });

  test('what the user says of the kind is not questioned, and nothing is started for it', async () => {
    await using fake = await createVllmProgram();
    const models = { 'vllm:*': { kind: 'chat' } };
    const model = await resolveModel('vllm:org/base', { variables: fake.variables, findsKind: true, models });
    expect(model.kind).toBe('chat');
    await model.close?.();
    await expect(fake.readLog()).rejects.toThrow(/ENOENT/);
  });

  test('is ended when the wait for it is', async () => {
    await using fake = await createVllmProgram();
    const signal = AbortSignal.abort(new Error('enough'));
    const model = await resolveModel('vllm:org/model', { variables: fake.variables, signal });
    await expect(model.answer(sampleRequest())).rejects.toThrow('enough');
    await model.close?.();
  });
});

test('a refused chat names the flag for base models', async () => {
  const message = 'default chat template is no longer allowed, so you must provide a chat template';
  await using server = await startWireServer(json({ object: 'error', message, code: 400 }, 400));
  const model = await resolveModel('vllm:org/base', { baseUrl: `${server.url}/v1`, variables: {} });
  await expect(model.answer(sampleRequest())).rejects.toThrow(
    /has no chat template for org\/base.*--direct-completion/,
  );
});
