import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { AnswerRecord, LogEvent, SampleKey } from '../schema/log-event.ts';
import type { SampleState } from '../store/conversations.ts';
import type { RunLog } from '../store/run-log.ts';
import { RunState } from '../store/run-state.ts';

/** Where answers are recorded before anything else happens to them. A sample's newest answer counts. */
export interface AnswerLog {
  readonly state: RunState;
  /** Resolves after the event is on disk. */
  append(event: LogEvent): Promise<void>;
  readAnswer(key: SampleKey): Promise<AnswerRecord | undefined>;
  /** Set once the disk was full: answers in flight are still recorded, but nothing more should be started. */
  readonly fullDisk: unknown;
}

/** What a run remembers of an answer. */
export type AnswerNote = Pick<SampleState, 'taskId' | 'index' | 'turn' | 'finishReason' | 'round' | 'hasEmptyAnswer'>;

/** A log in memory, for callers that keep the samples themselves. */
export function createMemoryLog(): AnswerLog {
  const state = new RunState();
  const answers: AnswerRecord[] = [];
  return {
    state,
    fullDisk: undefined,
    async append(event) {
      const offset = event.type === 'answer' ? answers.push(event.answer) - 1 : 0;
      state.enter(event, { offset, bytes: 0 });
    },
    readAnswer: async (key) => answers[state.find(key)?.answer?.offset ?? -1],
  };
}

export async function requireAnswer(log: Pick<RunLog, 'readAnswer'>, key: SampleKey): Promise<AnswerRecord> {
  const answer = await log.readAnswer(key);
  if (answer) return answer;
  throw new BigCodeBenchError('INVARIANT', 'An answer was requested that does not exist.');
}
