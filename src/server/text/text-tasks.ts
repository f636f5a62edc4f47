/** What is done with texts of callers: here for the short ones, and in a thread for the long ones. */
import { judgeSafety, type SafetySettings } from '../../evaluate/jobs/verdict-rules.ts';
import { createSafetyScanner } from '../../safety/safety-scanner.ts';
import { findFences, findPythonFences } from '../../sanitize/fence-strategies.ts';
import { removeReasoning } from '../../sanitize/reasoning.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import type { StrategyName } from '../../sanitize/strategy.ts';
import { readJsonAsset } from '../../util/read-asset.ts';
import { parseShape } from '../http/read-request.ts';
import { aggregateMetrics, aggregateRequestSchema } from '../nemo-gym/aggregate-metrics.ts';
import { parseBoundedJson } from './bounded-json.ts';

export interface AnswerToRead {
  readonly text: string;
  readonly entryPoint: string;
  readonly strategy: StrategyName;
  /** What the text begins with where it holds more than the answer; empty where that is not known. */
  readonly prompt?: string | undefined;
}

type BodyToRead = Readonly<{ body: Uint8Array; what: string }>;

/** What the protocols want to know about a model's answer. */
export interface ReadAnswer {
  /** The code that the strategy takes out of it, the model's thinking aside. */
  readonly solution: string;
  /** Of its Python blocks. */
  readonly fences: 'none' | 'closed' | 'unclosed';
  readonly definesEntryPoint: boolean;
  /** The last block labeled Python after the thinking; empty if it is cut off. */
  readonly lastBlock: string;
}

export type TextTasks = Awaited<ReturnType<typeof createTextTasks>>;

export async function createTextTasks() {
  const [{ sanitize }, scanner] = await Promise.all([createSanitizer(), createSafetyScanner()]);
  return {
    readAnswer: ({ text: given, entryPoint, strategy, prompt }: AnswerToRead): ReadAnswer => {
      const text = prompt === undefined ? given : takeAnswer(given, prompt);
      const fences = findPythonFences(text);
      const isClosed = fences.every((fence) => fence.isClosed);
      return {
        solution: sanitize({ raw: removeReasoning(text).text, entryPoint, strategy }).solution,
        fences: fences.length === 0 ? 'none' : isClosed ? 'closed' : 'unclosed',
        definesEntryPoint: definesFunction(text, entryPoint),
        lastBlock: takeLastBlock(text),
      };
    },
    judgeSafety: ({ code, rules }: { readonly code: string; readonly rules: SafetySettings }) =>
      judgeSafety(code, rules, scanner),
    parseJson: ({ body, what }: BodyToRead) => parseBoundedJson(body, what),
    /** The answer as bytes of JSON: it may be as long as the body. */
    aggregate: ({ body, what }: BodyToRead) =>
      new TextEncoder().encode(
        JSON.stringify(aggregateMetrics(parseShape(parseBoundedJson(body, what), aggregateRequestSchema))),
      ),
  };
}

/** Whether a line of the text begins the definition of a function of this name. */
function definesFunction(text: string, name: string): boolean {
  for (const [, defined] of text.matchAll(/^[ \t]*(?:async[ \t]+)?def[ \t]+([^\s(:]*)/gm)) {
    if (defined === name) return true;
  }
  return false;
}

const thinkingEnd = '</think>';

/** NeMo-Gym's rule: what follows the thinking, there the last Python block; one that was cut off is none. */
function takeLastBlock(answer: string): string {
  const thinking = answer.lastIndexOf(thinkingEnd);
  const spoken = thinking < 0 ? answer : answer.slice(thinking + thinkingEnd.length);
  const last = findFences(spoken).findLast(({ language }) => language === 'python');
  return last?.isClosed ? last.code.trim() : '';
}

/** Marks after which a model's answer begins, and those that end it, in the chat templates that trainers use. */
const marks = readJsonAsset<Readonly<Record<'answer' | 'end', readonly string[]>>>('chat-marks.json');

/** The answer in a text that holds the prompt as well: what follows the prompt, else the last assistant mark. */
export function takeAnswer(query: string, prompt: string): string {
  const afterMarks = marks.answer.map((mark) => (query.includes(mark) ? query.lastIndexOf(mark) + mark.length : 0));
  const hasPrompt = prompt !== '' && query.startsWith(prompt);
  const answer = query.slice(hasPrompt ? prompt.length : Math.max(...afterMarks));
  const ends = marks.end.map((mark) => answer.indexOf(mark)).filter((at) => at >= 0);
  return answer.slice(0, Math.min(answer.length, ...ends));
}
