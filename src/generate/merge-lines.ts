import { TextStore } from '../util/text-store.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import type { EarlierLine } from './earlier-lines.ts';

export interface MergeInput {
  /** Ids of the tasks whose lines are written anew, with the lines. */
  readonly fresh: ReadonlyMap<string, () => AsyncIterable<string>>;
  readonly earlier: AsyncIterable<EarlierLine>;
  readonly ledger: Pick<AnswerLedger, 'find'>;
  /** Ids of all tasks, in the order of the file; those that are not in it come last. */
  readonly order: readonly string[];
}

/**
 * The lines of a samples file: those of the selected tasks, and what the file holds of others. A run with a narrower
 * selection must not shrink it. What belongs to another run is left out: its answers are not mixed in.
 */
export async function* mergeLines({ fresh, earlier, ledger, order }: MergeInput): AsyncGenerator<string> {
  const texts = new TextStore();
  const kept = new Map<string, number[]>();
  for await (const { taskId, index, isOriginal, text } of earlier) {
    if (fresh.has(taskId) || !(isOriginal || ledger.find({ taskId, index }))) continue;
    kept.set(taskId, [...(kept.get(taskId) ?? []), texts.add(text)]);
  }
  for (const taskId of new Set([...order, ...fresh.keys(), ...kept.keys()])) {
    const write = fresh.get(taskId);
    if (write) yield* write();
    else for (const id of kept.get(taskId) ?? []) yield `${texts.get(id)}\n`;
  }
}
