import { type GradioMessage, gradioMessageSchema } from '../../upstream/gradio-wire.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { GradioFault } from './gradio-fault.ts';

export interface EventStreamOptions {
  readonly response: Response;
  /** A stream without even a heartbeat for this long is dead. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

/** The messages of a Gradio event stream. Ends when the server ends it; a cut or silent one is a `GradioFault`. */
export async function* readEventStream(options: EventStreamOptions): AsyncGenerator<GradioMessage> {
  const { response, silenceMs, signal } = options;
  const messages: GradioMessage[] = [];
  const decode = createLineDecoder((line) => {
    if (!line.startsWith('data:')) return;
    const message = safeParse(line.slice('data:'.length));
    if (message) messages.push(message);
  });
  const reader = response.body?.getReader();
  if (reader === undefined) throw new GradioFault('cut-off', 'the event stream has no body');
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, silenceMs, signal);
      if (value) decode(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      yield* messages.splice(0);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, silenceMs: number, signal: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    const fault = new GradioFault('cut-off', `the event stream was silent for ${silenceMs / 1000} s`);
    timer = setTimeout(() => reject(fault), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof GradioFault) throw error;
    throw new GradioFault('cut-off', 'the event stream was cut off', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Messages of an unknown kind are skipped, and so is anything that is not JSON. */
function safeParse(text: string): GradioMessage | undefined {
  try {
    return gradioMessageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
