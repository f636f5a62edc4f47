import { describe, expect, it } from 'vitest';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { contractJob } from '../../testing/executor-contract.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { protocolVersion, type WorkerMessage } from './messages.ts';
import { type ServeJobsOptions, serveJobs } from './serve-jobs.ts';

const opening = { type: 'open', protocol: protocolVersion };

/** Says the messages one after the other, each when the worker has said as many as it waits for. */
async function talk(
  messages: readonly (readonly [waitFor: number, message: unknown])[],
  options: Partial<ServeJobsOptions> & { readonly script?: Script } = {},
) {
  const said: WorkerMessage[] = [];
  let wake = () => {};
  async function* input() {
    for (const [count, message] of messages) {
      while (said.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      yield `${typeof message === 'string' ? message : JSON.stringify(message)}\n`;
    }
  }
  const executor = createScriptedExecutor(options.script ?? (() => ({})));
  const served = serveJobs({
    input: input(),
    write: (line) => {
      said.push(JSON.parse(line));
      wake();
    },
    openExecutor: async () => executor,
    version: '1.2.3',
    ...options,
  });
  return { said, served };
}

describe('serveJobs', () => {
  it('says hello, runs jobs, and returns when its input ends', async () => {
    const { said, served } = await talk([
      [0, opening],
      [1, { type: 'job', ticket: 7, job: contractJob('right') }],
      [2, { type: 'alive' }],
    ]);
    await served;
    expect(said).toMatchObject([
      { type: 'hello', protocol: 1, version: '1.2.3', slots: 2, level: 'none', fingerprint: 'scripted' },
      { type: 'execution', ticket: 7, execution: { id: 'right-0', outcome: 'pass' } },
    ]);
  });

  it('takes jobs that were sent before it said hello', async () => {
    const { said, served } = await talk([
      [0, opening],
      [0, { type: 'job', ticket: 1, job: contractJob('right') }],
      [2, { type: 'alive' }],
    ]);
    await served;
    expect(said.map(({ type }) => type)).toEqual(['hello', 'execution']);
  });

  it('ends one cancelled job and says so; the others continue', async () => {
    const script: Script = ({ id }) => (id.startsWith('sleeper') ? new Promise<never>(() => {}) : {});
    const { said, served } = await talk(
      [
        [0, opening],
        [1, { type: 'job', ticket: 1, job: contractJob('sleeper') }],
        [1, { type: 'cancel', ticket: 1 }],
        [2, { type: 'job', ticket: 2, job: contractJob('right') }],
        [3, { type: 'cancel', ticket: 99 }],
      ],
      { script },
    );
    await served;
    expect(said).toMatchObject([{ type: 'hello' }, { type: 'cancelled', ticket: 1 }, { type: 'execution', ticket: 2 }]);
  });

  it('ends everything when the client leaves', async () => {
    let ended = 0;
    const script: Script = (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended++;
          reject(signal.reason);
        });
      });
    const { served } = await talk(
      [
        [0, opening],
        [1, { type: 'job', ticket: 1, job: contractJob('sleeper') }],
        [1, { type: 'job', ticket: 2, job: contractJob('sleeper') }],
      ],
      { script },
    );
    await served;
    expect(ended).toBe(2);
  });

  it('tells the client what is wrong, and throws it', async () => {
    const fault = new BigCodeBenchError('ENVIRONMENT', 'No environment is installed.');
    const { said, served } = await talk(
      [
        [0, opening],
        [2, { type: 'alive' }],
      ],
      {
        openExecutor: async () => {
          throw fault;
        },
      },
    );
    await expect(served).rejects.toBe(fault);
    expect(said).toEqual([{ type: 'fault', message: 'No environment is installed.' }]);
  });

  it.each([
    ['another protocol', { type: 'open', protocol: 99 }, 'speaks protocol 1, its client 99'],
    ['no JSON', 'hello?', 'stdin must carry the job protocol'],
    ['an unknown message', { type: 'dance' }, 'stdin must carry the job protocol'],
    ['a job before the opening', { type: 'job', ticket: 1, job: contractJob('right') }, 'before it opened'],
  ])('refuses %s', async (_, message, sentence) => {
    const { served } = await talk([
      [0, message],
      [9, { type: 'alive' }],
    ]);
    await expect(served).rejects.toThrow(sentence);
  });

  it('leaves a client that falls silent, and beats until then', async () => {
    const { said, served } = await talk(
      [
        [0, opening],
        [Number.POSITIVE_INFINITY, { type: 'alive' }],
      ],
      { heartbeatMs: 2, silenceMs: 30 },
    );
    await expect(served).rejects.toMatchObject({ code: 'NETWORK' });
    expect(said.some(({ type }) => type === 'alive')).toBe(true);
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const { served } = await talk(
      [
        [0, opening],
        [Number.POSITIVE_INFINITY, { type: 'alive' }],
      ],
      { signal: stop.signal },
    );
    const reason = new Error('enough');
    stop.abort(reason);
    await expect(served).rejects.toBe(reason);
  });
});
