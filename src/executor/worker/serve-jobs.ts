import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Job } from '../../schema/execution.ts';
import { abortWith } from '../../util/abort-with.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { parseJson } from '../../util/parse-json.ts';
import { raceAbort } from '../../util/race-abort.ts';
import type { Executor } from '../executor.ts';
import { type ClientMessage, clientMessageSchema, protocolVersion, type WorkerMessage } from './messages.ts';

export interface ServeJobsOptions {
  readonly input: AsyncIterable<Buffer | string>;
  readonly write: (line: string) => void;
  /** Makes ready what runs the jobs, once the client has said which modules they import. */
  readonly openExecutor: (libs: readonly string[] | undefined) => Promise<Executor>;
  /** Of this package. */
  readonly version: string;
  readonly heartbeatMs?: number;
  /** A client that says nothing for this long is gone. */
  readonly silenceMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** The worker's side of the job protocol. Returns when the client has left and nothing runs any more. */
export async function serveJobs(options: ServeJobsOptions): Promise<void> {
  const { input, openExecutor, version, heartbeatMs = 10_000, silenceMs = 120_000, signal } = options;
  const send = (message: WorkerMessage) => options.write(`${JSON.stringify(message)}\n`);
  const left = new AbortController();
  const running = new Map<number, { readonly stop: AbortController; readonly settled: Promise<void> }>();
  let opening: Promise<Executor> | undefined;
  let heardAt = Date.now();

  const open = async (message: Extract<ClientMessage, { type: 'open' }>): Promise<Executor> => {
    if (message.protocol !== protocolVersion) {
      const spoken = `The worker (version ${version}) speaks protocol ${protocolVersion}, its client ${message.protocol}`;
      throw new BigCodeBenchError('USAGE', `${spoken}: install the same version on both sides.`);
    }
    const executor = await openExecutor(message.libs);
    const { level, fingerprint, engine, python } = executor.info;
    const slots = executor.capacity;
    send({ type: 'hello', protocol: protocolVersion, version, slots, level, fingerprint, engine, python });
    return executor;
  };
  const run = async (ticket: number, job: Job, ending: AbortSignal) => {
    if (opening === undefined) throw new BigCodeBenchError('BAD_INPUT', 'The client sent a job before it opened.');
    const executor = await opening;
    try {
      for await (const execution of executor.execute([job], { signal: ending }))
        send({ type: 'execution', ticket, execution });
    } catch (error) {
      if (!ending.aborted) throw error;
      send({ type: 'cancelled', ticket });
    }
  };
  const start = (ticket: number, job: Job) => {
    const stop = new AbortController();
    const settled = run(ticket, job, stop.signal)
      .catch((error: unknown) => left.abort(error))
      .finally(() => running.delete(ticket));
    running.set(ticket, { stop, settled });
  };
  const onMessage = (message: ClientMessage) => {
    heardAt = Date.now();
    if (message.type === 'job') start(message.ticket, message.job);
    if (message.type === 'cancel') {
      running.get(message.ticket)?.stop.abort(new DOMException('The client cancelled the job.', 'AbortError'));
    }
    if (message.type !== 'open' || opening !== undefined) return;
    opening = open(message);
    opening.catch((error: unknown) => left.abort(error));
  };
  const decode = createLineDecoder((line) => {
    if (line.trim() !== '') onMessage(parseMessage(line));
  });

  using _beat = setInterval(() => {
    send({ type: 'alive' });
    if (Date.now() - heardAt > silenceMs) left.abort(new BigCodeBenchError('NETWORK', 'The client is silent.'));
  }, heartbeatMs);
  using _aborting = abortWith(left, signal);
  try {
    signal?.throwIfAborted();
    for await (const chunk of untilAborted(input, left.signal)) decode(chunk);
    await opening;
  } catch (error) {
    if (error instanceof BigCodeBenchError) send({ type: 'fault', message: error.message });
    throw error;
  } finally {
    left.abort(new DOMException('The client has left.', 'AbortError'));
    for (const { stop } of running.values()) stop.abort(left.signal.reason);
    await Promise.all([...running.values()].map(({ settled }) => settled));
    await opening?.then((executor) => executor.close()).catch(() => {});
  }
}

/** Passes on what comes, and throws the signal's reason even while nothing does. */
async function* untilAborted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const source = items[Symbol.asyncIterator]();
  for (;;) {
    const next = await raceAbort(source.next(), signal);
    if (next.done) return;
    yield next.value;
  }
}

function parseMessage(line: string): ClientMessage {
  const { data, error } = clientMessageSchema.safeParse(parseJson(line));
  if (data) return data;
  const message = 'stdin must carry the job protocol, which `--execution exec:"… bcb worker --stdio"` speaks.';
  throw new BigCodeBenchError('BAD_INPUT', message, { cause: error });
}
