import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bin } from '../../e2e/testing/installed.ts';

/** A model behind OpenAI's chat completions, streamed as it is asked to. */
export async function openModel(answer: (said: string) => string | undefined) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { messages } = JSON.parse(text) as { messages: { content: string | { text?: string }[] }[] };
    const said = messages.map(({ content }) =>
      typeof content === 'string' ? content : content.map((part) => part.text ?? '').join(''),
    );
    const content = said.flatMap((each) => answer(each) ?? []).at(-1) ?? 'I do not know.';
    const chunk = (choice: object) => ({
      ...{ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'scripted' },
      choices: [{ index: 0, finish_reason: null, delta: {}, ...choice }],
    });
    const chunks = [chunk({ delta: { role: 'assistant', content } }), chunk({ finish_reason: 'stop' })];
    response.setHeader('content-type', 'text/event-stream');
    response.end(`${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

/** `bcb serve` until it is disposed of. */
export async function serve(cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--out', 'served', '--quiet'], { cwd, env });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let out = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data: Buffer) => {
      out += data.toString();
      const found = /listening on (\S+)/.exec(out)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('bcb serve ended')));
  });
  child.stderr.resume();
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
