import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { resolveModel } from './resolve-model.ts';
import { sampleRequest } from './testing/sample-request.ts';

/** Takes vLLM's place: remembers its arguments, becomes healthy after a while, answers, and notes its end. */
const program = `#!${process.execPath}
const fs = require('node:fs');
const log = (line) => fs.appendFileSync(__dirname + '/log', line + '\\n');
const words = process.argv.slice(2);
log(words.join(' '));
if (words[1] === 'broken') {
  console.error('ValueError: no such model');
  process.exit(1);
}
let healthy = false;
setTimeout(() => { healthy = true; }, 100);
process.on('SIGTERM', () => { log('ended'); process.exit(0); });
require('node:http').createServer((request, response) => {
  if (request.url === '/health') return response.writeHead(healthy ? 200 : 503).end();
  const message = { role: 'assistant', content: 'one' };
  response.setHeader('content-type', 'application/json');
  request.resume().on('end', () => response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] })));
}).listen(Number(words[words.indexOf('--port') + 1]), '127.0.0.1');
`;

async function createProgram() {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'vllm');
  await writeFile(path, program);
  await chmod(path, 0o755);
  const readLog = async () => (await readFile(join(folder.path, 'log'), 'utf8')).trim().split('\n');
  return { variables: { PATH: folder.path }, readLog, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

describe('a vLLM server of our own', () => {
  test('is started by the first question, with the original’s settings, and ended with the model', async () => {
    await using fake = await createProgram();
    const { model } = await resolveModel('org/model', {
      backend: 'vllm',
      variables: fake.variables,
      vllm: { tensorParallel: 2, maxModelLen: 12800, revision: 'main', loraPath: '/lora' },
    });
    const [answer] = await model.answer(sampleRequest());
    expect(answer?.text).toBe('one');
    await model.close?.();
    const [words, end] = await fake.readLog();
    expect(words).toMatch(
      /^serve org\/model --host=127\.0\.0\.1 --port \d+ --tensor-parallel-size 2 --max-model-len 12800 --revision main --enable-lora --lora-modules adapter=\/lora$/,
    );
    expect(end).toBe('ended');
  });

  test('says why it did not start', async () => {
    await using fake = await createProgram();
    const { model } = await resolveModel('vllm:broken', { variables: fake.variables });
    await expect(model.answer(sampleRequest())).rejects.toThrow(/exit 1.*no such model/);
    await model.close?.();
  });
});
