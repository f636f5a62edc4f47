import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashValue } from '../../util/hash.ts';

/** Writes a folder as version 0.1 left it: answers (`g`), verdicts (`e`) or a command (`r`). Returns its path. */
export async function writeEarlierRun(outDir: string, prefix: 'g' | 'e' | 'r'): Promise<string> {
  const identity = { model: 'test:model', prefix };
  const id = `${prefix}-${hashValue(identity).slice(0, 12)}`;
  const folder = join(outDir, 'runs', id);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ id, identity, provenance: {} }));
  await writeFile(
    join(folder, 'journal.jsonl'),
    '{"type":"started","at":"2025-01-01T00:00:00.000Z","check":"a1b2c3d4-0123456789abcdef"}\n',
  );
  return folder;
}
