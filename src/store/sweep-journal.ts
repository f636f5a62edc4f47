import { join } from 'node:path';
import { sweepEventSchema } from '../schema/sweep-event.ts';
import { Backlog } from '../util/backlog.ts';
import { openJournal } from './journal.ts';
import { scanJournal } from './scan-journal.ts';

export interface SweepJournal extends AsyncDisposable {
  /** Notes that an evaluation belongs to the sweep. */
  add(runId: string): void;
}

/** Opens the journal of a sweep (`runs/r-…`). Closing it waits for what was added. */
export async function openSweepJournal(path: string, now: () => Date = () => new Date()): Promise<SweepJournal> {
  const journal = await openJournal({ path, schema: sweepEventSchema });
  const adding = new Backlog();
  return {
    add(runId) {
      const added = journal.append({ type: 'evaluation-opened', runId, at: now().toISOString() });
      adding.add(added).catch(() => {});
    },
    async [Symbol.asyncDispose]() {
      try {
        await adding.settle();
      } finally {
        await journal.close();
      }
    },
  };
}

/** Ids of the evaluations of a sweep, in the order they were opened last. */
export async function readSweep(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { event } of scanJournal({ path: join(folder, 'journal.jsonl'), schema: sweepEventSchema })) {
    ids.push(event.runId);
  }
  return ids.filter((id, at) => ids.lastIndexOf(id) === at);
}
