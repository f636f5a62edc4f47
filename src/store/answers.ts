import { join } from 'node:path';
import { type AnswerRecord, generationEventSchema } from '../schema/generation-event.ts';
import { keyOf, type SampleKey } from './journal-index.ts';
import { createLineReader } from './line-reader.ts';
import { type JournalPlace, scanJournal } from './scan-journal.ts';

/** The answers of a generation, read-only. */
export interface Answers extends AsyncDisposable {
  /** The newest answer to a sample. */
  find(key: SampleKey): Promise<AnswerRecord | undefined>;
}

/** Opens the folder of a generation (`runs/g-…`); one that is gone has no answers. */
export async function openAnswers(folder: string): Promise<Answers> {
  const path = join(folder, 'journal.jsonl');
  const places = new Map<string, JournalPlace>();
  for await (const { event, place } of scanJournal({ path, schema: generationEventSchema })) {
    if (event.type === 'answer') places.set(keyOf(event.answer), place);
  }
  const reader = createLineReader(path);
  return {
    async find(key) {
      const place = places.get(keyOf(key));
      if (!place) return undefined;
      const [line] = await reader.read([place]);
      // Not validated again: it was when the journal was scanned.
      return (line as { answer: AnswerRecord }).answer;
    },
    [Symbol.asyncDispose]: () => reader.close(),
  };
}
