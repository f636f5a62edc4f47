import { TextStore } from '../util/text-store.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import type { EarlierLine } from './earlier-lines.ts';

export interface MergeInput {
  /** Ids of the tasks whose lines are rewritten, with the lines. */
  readonly fresh: ReadonlyMap<string, () => AsyncIterable<string>>;
  readonly earlier: AsyncIterable<EarlierLine>;
  readonly ledger: Pick<AnswerLedger, 'find'>;
  /** Ids of all tasks, in file order; those not in it come last. */
  readonly order: readonly string[];
}

/**
 * The lines of a samples file: those of the selected tasks, and the existing lines of others, because a run with a
 * narrower selection must not shrink the file. Lines of another run are dropped: answers of different runs do not mix.
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
