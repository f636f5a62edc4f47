import { type JudgeSafety, judgeSize, type SafetySettings } from '../../evaluate/jobs/verdict-rules.ts';
import type { StrategyName } from '../../sanitize/strategy.ts';
import { engineError } from '../../schema/execution.ts';
import { RequestFault } from '../http/request-fault.ts';
import { parseBoundedJson } from './bounded-json.ts';
import { createTextTasks, type ReadAnswer, type TextTasks, takeAnswer } from './text-tasks.ts';
import { createTextThread, type TextThread, UnreadableText } from './text-thread.ts';
import { createTurns } from './turns.ts';

interface TextDeskOptions {
  /** How code is taken out of a model's answer. */
  readonly strategy: StrategyName;
  readonly rules: SafetySettings;
  readonly thread?: TextThread | undefined;
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
export function createTextDesk({ strategy, rules, thread = createTextThread() }: TextDeskOptions) {
  const { safety, safetyRules } = rules;
  const takeTurn = createTurns();
  let loading: Promise<TextTasks> | undefined;
  const carryOut = async <Task extends 'readAnswer' | 'judgeSafety'>(
    task: Task,
    owner: string,
    input: Parameters<TextTasks[Task]>[0],
    text: string,
  ): Promise<ReturnType<TextTasks[Task]>> => {
    // Both sides know the task by its name; its types are those of the table.
    type Carried = ReturnType<TextTasks[Task]>;
    if (isSlow(text)) return (await thread.run(owner, { task, input })) as Carried;
    loading ??= createTextTasks();
    const work = (await loading)[task] as (given: typeof input) => Carried;
    return takeTurn(owner, () => work(input));
  };
  return {
    /** Texts that wait for the thread. */
    get waiting() {
      return thread.waiting;
    },
    /** With a `prompt`, the text is a conversation that ends in the answer. */
    async readAnswer(owner: string, given: string, entryPoint: string, prompt?: string): Promise<ReadAnswer> {
      if (given.length > longestAnswer) throw new RequestFault(413, 'An answer has at most 10 MB.');
      const isShort = prompt !== undefined && given.length <= shortConversation;
      const text = isShort ? takeAnswer(given, prompt) : given;
      const input = { text, entryPoint, strategy, prompt: isShort ? undefined : prompt };
      // Not a verdict on it: a busy machine may be the reason.
      const refuse = refuseUnreadable(504, 'An answer could not be read in time: ask again.');
      return carryOut('readAnswer', owner, input, text).catch(refuse);
    },
    /** The safety scan of one owner's programs; those that are too large do not run. */
    judgeSafetyFor(owner: string): JudgeSafety {
      return async (code) => {
        const tooLarge = judgeSize(code);
        if (tooLarge) return { refused: tooLarge };
        try {
          return await carryOut('judgeSafety', owner, { code, rules: { safety, safetyRules } }, code);
        } catch (error) {
          if (!(error instanceof UnreadableText)) throw error;
          if (safety === 'report') return { code, flags: [] };
          return { refused: engineError('unscanned', 'the program could not be scanned in time') };
        }
      };
    },
    /** The body of a request, or a line of it. */
    async parseJson(owner: string, body: Uint8Array<ArrayBuffer>, what = 'The body'): Promise<unknown> {
      if (body.byteLength <= shortJson) return parseBoundedJson(body, what);
      const refuse = refuseUnreadable(413, `${what} takes too much time or memory to be read.`);
      return thread.run(owner, { task: 'parseJson', input: { body, what } }, [body.buffer]).catch(refuse);
    },
    close: () => thread.close(),
  };
}

function refuseUnreadable(...fault: ConstructorParameters<typeof RequestFault>) {
  return (error: unknown): never => {
    throw error instanceof UnreadableText ? new RequestFault(...fault) : error;
  };
}

function isSlow(text: string): boolean {
  if (text.length > shortText || text.includes(characterName)) return true;
  return (text.match(slowLine)?.length ?? 0) > maxSlowLines;
}
