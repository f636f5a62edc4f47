import { type JudgeSafety, judgeSize, type SafetySettings } from '../../evaluate/jobs/verdict-rules.ts';
import type { StrategyName } from '../../sanitize/strategy.ts';
import { engineError } from '../../schema/execution.ts';
import { FairQueue } from '../executions/fair-queue.ts';
import { RequestFault } from '../http/request-fault.ts';
import { type Waiting, withinDeadline } from '../http/within.ts';
import { parseBoundedJson } from './bounded-json.ts';
import { createTextTasks, type ReadAnswer, type TextTasks, takeAnswer } from './text-tasks.ts';
import { createTextThreads, type TextSender, type TextThreads, UnreadableText } from './text-threads.ts';

interface TextDeskOptions {
  /** How code is taken out of a model's answer. */
  readonly strategy: StrategyName;
  readonly rules: SafetySettings;
  readonly threads?: TextThreads | undefined;
}

interface AnswerOptions extends Waiting {
  /** The text is a conversation that ends in the answer, and may begin with this. */
  readonly prompt?: string | undefined;
}

/** Longer ones are read in the thread. */
const shortText = 4 * 1024;
/** Lines that parsers look across, again from each of them: with many, even a short text takes long. */
const slowLine = /^[ \t]*[#@]|\\$/gm;
const maxSlowLines = 64;
/** The parser asks ruff whether there is such a character: loading it takes a quarter of a second. */
const characterName = '\\N{';
/** Longer ones are searched for the answer in the thread. */
const shortConversation = 64 * 1024;
const shortJson = 512 * 1024;
const longestAnswer = 10 * 1024 * 1024;

export type TextDesk = ReturnType<typeof createTextDesk>;

/** Reads what callers send, so that no text decides how long everybody else waits. */
export function createTextDesk({ strategy, rules, threads = createTextThreads() }: TextDeskOptions) {
  const { safety, safetyRules } = rules;
  const takeTurn = createTurns();
  let loading: Promise<TextTasks> | undefined;
  const carryOut = async <Task extends 'readAnswer' | 'judgeSafety'>(
    task: Task,
    sender: Omit<TextSender, 'bytes'>,
    input: Parameters<TextTasks[Task]>[0],
    text: string,
  ): Promise<ReturnType<TextTasks[Task]>> => {
    // Both sides know the task by its name; its types are those of the table.
    type Carried = ReturnType<TextTasks[Task]>;
    if (isSlow(text)) return (await threads.run({ ...sender, bytes: 2 * text.length }, { task, input })) as Carried;
    loading ??= createTextTasks();
    const work = (await loading)[task] as (given: typeof input) => Carried;
    return takeTurn(sender.owner, () => work(input));
  };
  const readBody = (
    task: 'parseJson' | 'aggregate',
    { owner, ...waiting }: Waiting & { readonly owner: string },
    body: Uint8Array<ArrayBuffer>,
    what: string,
  ) => {
    const refuse = refuseUnreadable(413, `${what} takes too much time or memory to be read.`);
    const bytes = body.byteLength;
    return withinDeadline(waiting, (signal) =>
      threads.run({ owner, signal, bytes }, { task, input: { body, what } }, [body.buffer]).catch(refuse),
    );
  };
  return {
    /** Texts that wait for a thread. */
    get waiting() {
      return threads.waiting;
    },
    async readAnswer(
      owner: string,
      given: string,
      entryPoint: string,
      options: AnswerOptions = {},
    ): Promise<ReadAnswer> {
      const { prompt, ...waiting } = options;
      if (given.length > longestAnswer) throw new RequestFault(413, 'An answer has at most 10 MB.');
      const isShort = prompt !== undefined && given.length <= shortConversation;
      const text = isShort ? takeAnswer(given, prompt) : given;
      const input = { text, entryPoint, strategy, prompt: isShort ? undefined : prompt };
      // Not a verdict on it: a busy machine may be the reason.
      const refuse = refuseUnreadable(504, 'An answer could not be read in time: ask again.');
      return withinDeadline(waiting, (signal) => carryOut('readAnswer', { owner, signal }, input, text).catch(refuse));
    },
    /** The safety scan of one owner's programs; those that are too large do not run. */
    judgeSafetyFor(owner: string, waiting: Waiting = {}): JudgeSafety {
      return async (code) => {
        const tooLarge = judgeSize(code);
        if (tooLarge) return { refused: tooLarge };
        const input = { code, rules: { safety, safetyRules } };
        return withinDeadline(waiting, (signal) =>
          carryOut('judgeSafety', { owner, signal }, input, code).catch((error: unknown) => {
            if (!(error instanceof UnreadableText)) throw error;
            if (safety === 'report') return { code, flags: [] };
            return { refused: engineError('unscanned', 'the program could not be scanned in time') };
          }),
        );
      };
    },
    /** The body of a request, or a line of it. */
    async parseJson(owner: string, body: Uint8Array<ArrayBuffer>, what = 'The body', waiting: Waiting = {}) {
      if (body.byteLength <= shortJson) return parseBoundedJson(body, what);
      return readBody('parseJson', { owner, ...waiting }, body, what);
    },
    /** What rollouts come to, as JSON: looking at them takes longer than reading them. */
    async aggregate(owner: string, body: Uint8Array<ArrayBuffer>, waiting: Waiting = {}) {
      return (await readBody('aggregate', { owner, ...waiting }, body, 'The body')) as Uint8Array<ArrayBuffer>;
    },
    close: () => threads.close(),
  };
}

function refuseUnreadable(...fault: ConstructorParameters<typeof RequestFault>) {
  return (error: unknown): never => {
    throw error instanceof UnreadableText ? (error.cause ?? new RequestFault(...fault)) : error;
  };
}

function isSlow(text: string): boolean {
  if (text.length > shortText || text.includes(characterName)) return true;
  return (text.match(slowLine)?.length ?? 0) > maxSlowLines;
}

const sliceMs = 4;

/**
 * Work of many requests on the event loop: a few milliseconds of it, then whatever else waits there, then more. Owners
 * take turns. Without this, ten thousand answers of one request are read one after the other while nothing else happens.
 */
function createTurns() {
  const waiting = new FairQueue<() => void>();
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const until = performance.now() + sliceMs;
      while (waiting.size > 0 && performance.now() < until) waiting.take()?.();
      if (waiting.size > 0) schedule();
    });
  };
  return <Result>(owner: string, work: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.add(owner, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      schedule();
    });
}
