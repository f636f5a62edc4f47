import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RealGradio extends AsyncDisposable {
  readonly url: string;
  readonly version: string;
  /** Ends the server and starts it again on the same port. */
  restart(): Promise<void>;
}

/** Starts `app.py` with a Python that has Gradio installed. */
export async function startRealGradio(python: string, port: number): Promise<RealGradio> {
  const url = `http://127.0.0.1:${port}/`;
  let child = await start(python, port);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const { version } = (await (await fetch(`${url}config`)).json()) as { version: string };
  return {
    url,
    version,
    restart: async () => {
      await stop();
      child = await start(python, port);
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function start(python: string, port: number): Promise<ChildProcess> {
  const child = spawn(python, [join(import.meta.dirname, 'app.py'), String(port)], {
    env: { PATH: process.env.PATH, HOME: '/tmp', GRADIO_ANALYTICS_ENABLED: 'False', HF_HUB_OFFLINE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the Gradio server ended: ${said}`);
    const response = await fetch(`http://127.0.0.1:${port}/config`).catch(() => undefined);
    if (response?.ok) return child;
    await sleep(200);
  }
  child.kill('SIGKILL');
  throw new Error(`the Gradio server did not start: ${said}`);
}
