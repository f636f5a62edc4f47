import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepairPlace } from '../testing/repair-place.ts';

type Document = Record<string, unknown> & { readonly run_id: string };

const documentOf = ({ out }: { out: string }): Document => JSON.parse(out).runs[0];
const repair = ['--rounds', '2', '--feedback', 'visible', '--json'];

describe('run --rounds', () => {
  it('pays for no prompt twice, wherever it was killed', async () => {
    await using place = await createRepairPlace();
    const whole = documentOf(await place.run(repair));
    const lines = (await place.readJournal(whole.run_id)).trimEnd().split('\n');
    const from = join(place.path, 'bcb_results');
    for (let kept = 1; kept < lines.length; kept += 5) {
      const out = join(place.path, 'killed');
      await rm(out, { recursive: true, force: true });
      await cp(from, out, { recursive: true });
      // A line that was being written when the process died is torn.
      const journal = `${lines.slice(0, kept).join('\n')}\n${lines[kept]?.slice(0, 20)}`;
      await writeFile(join(out, 'runs', whole.run_id, 'journal.jsonl'), journal);
      const paid = lines.slice(0, kept).filter((line) => line.startsWith('{"type":"answer"')).length;
      place.requests.length = 0;
      const resumed = documentOf(await place.run([...repair, '--out', 'killed']));
      expect(place.requests, `after ${kept} lines`).toHaveLength(39 - paid);
      for (const key of ['rounds', 'repaired', 'overfitted', 'recall', 'mrr', 'outcomes']) {
        expect(resumed[key]).toEqual(whole[key]);
      }
    }
  });
});
