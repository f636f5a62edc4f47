import { listTestNames } from '../dataset/test-names.ts';
import { sourceOfTest, visibleTestsOf } from '../dataset/visible-tests.ts';
import type { FeedbackKind } from '../schema/rounds.ts';
import type { Verdict } from '../schema/verdict.ts';

/** Names which tests are visible and how a model is told of them: another rule makes another run. */
export const visibleRule = 'first third by name, run alone';

/** At most about so many, whatever the tests say. */
export const feedbackTokens = 1000;
const feedbackCharacters = 3.5 * feedbackTokens;
const sourceCharacters = 1000;
const messageCharacters = 1500;

type Judged = Pick<Verdict, 'status' | 'outcome' | 'reason' | 'tests'>;

export interface FeedbackInput {
  readonly kind: FeedbackKind;
  readonly verdict: Judged;
  /** The source of the task's tests. */
  readonly test: string;
}

const request = 'Answer with the whole corrected script in a markdown code block.';

/** What a model is told of tests that fail with the hidden ones only, or only sometimes. */
export const passedAgain = `A test of your script failed, but not when it was run again.\n\n${request}`;

/**
 * What a model is told about its program; undefined if this kind of feedback finds nothing wrong with it. `verdict` may say
 * whatever the program could read in the tests that it ran with.
 */
export function buildFeedback({ kind, verdict, test }: FeedbackInput): string | undefined {
  const found = finders[kind]({ kind, verdict, test });
  return found && `${found}\n\n${request}`;
}

export function passesVisible(verdict: Judged, test: string): boolean {
  return verdict.status === 'pass' || findFailing(verdict, visibleTestsOf(test)).length === 0;
}

const finders: Record<FeedbackKind, (input: FeedbackInput) => string | undefined> = {
  none: () => 'Look at your script again. If anything in it is wrong, correct it.',
  compile: ({ verdict }) => describeLoading(verdict),
  visible: ({ verdict, test }) => describeTests(verdict, test, visibleTestsOf(test)),
  all: ({ verdict, test }) => describeTests(verdict, test, listTestNames(test).sort()),
};

/**
 * What kept a program from being loaded. The reason is about the program as long as no test has run. A script that hangs or
 * dies before its first test has ended was loaded, as far as anybody can know.
 */
function describeLoading({ outcome, reason = '', tests }: Judged): string | undefined {
  const hasRun = tests.some((test) => test.outcome !== 'missing' && test.outcome !== 'not-run');
  const isRefused = outcome === 'blocked' || (outcome === 'error' && !reason.startsWith('exited with status'));
  if (hasRun || !isRefused) return undefined;
  return `Your script could not be loaded, so no test ran:\n\n${fence(`${outcome}: ${reason}`.slice(0, messageCharacters))}`;
}

function describeTests(verdict: Judged, test: string, names: readonly string[]): string | undefined {
  const failing = verdict.status === 'pass' ? [] : findFailing(verdict, names);
  if (failing.length === 0) return undefined;
  const loading = describeLoading(verdict);
  if (loading) return loading;
  const head = `Your script fails ${failing.length} of ${names.length} tests.`;
  const parts: string[] = [];
  let left = feedbackCharacters - head.length;
  for (const name of failing) {
    const part = describeTest(verdict, test, name);
    if (part.length > left) break;
    left -= part.length;
    parts.push(part);
  }
  const others = failing.length - parts.length;
  return [head, ...parts, ...(others > 0 ? [`${others} more fail.`] : [])].join('\n\n');
}

function findFailing({ tests }: Judged, names: readonly string[]): string[] {
  const passed = new Set(tests.filter(({ outcome }) => outcome === 'pass').map(({ name }) => name));
  return names.filter((name) => !passed.has(name));
}

function describeTest({ tests, outcome, reason }: Judged, test: string, name: string): string {
  const isCut = outcome !== 'fail' && (outcome !== 'error' || reason?.startsWith('exited with status'));
  const end = isCut ? `The script ended before this test did: ${outcome}: ${reason}` : 'This test did not run.';
  const message = tests.find((each) => each.name === name)?.message ?? end;
  const tail = message.length > messageCharacters ? `…${message.slice(-messageCharacters)}` : message;
  const source = sourceOfTest(test, name).slice(0, sourceCharacters);
  return [`${name}:`, ...(source === '' ? [] : [fence(source, 'python')]), fence(tail)].join('\n');
}

function fence(text: string, language = ''): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
