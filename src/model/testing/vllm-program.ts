import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';

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
  if (request.url === '/tokenize' && words[1].includes('base')) {
    const message = 'As of transformers v4.44, default chat template is no longer allowed, so you must provide a chat template if the tokenizer does not define one.';
    return response.writeHead(400).end(JSON.stringify({ object: 'error', message, type: 'BadRequestError', param: null, code: 400 }));
  }
  if (request.url === '/health') return response.writeHead(healthy ? 200 : 503).end();
  const message = { role: 'assistant', content: 'one' };
  response.setHeader('content-type', 'application/json');
  const choice = { text: 'completed', message, finish_reason: 'stop' };
  if (request.url.endsWith('completions')) log(request.url);
  request.resume().on('end', () => response.end(JSON.stringify({ choices: [choice] })));
}).listen(Number(words[words.indexOf('--port') + 1]), '127.0.0.1');
`;

/** Puts it on a PATH of its own. */
export async function createVllmProgram() {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'vllm');
  await writeFile(path, program);
  await chmod(path, 0o755);
  const readLog = async () => (await readFile(join(folder.path, 'log'), 'utf8')).trim().split('\n');
  return { variables: { PATH: folder.path }, readLog, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}
