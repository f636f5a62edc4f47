/**
 * `npm run bench -- NAME …`: runs bench/NAME.ts, or all of them. Each exports `run()`, which gives tables. With --record
 * they are also appended to bench/RESULTS.md.
 */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'bench');
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => basename(name, '.ts'));
const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith('-'));
const unknown = words.filter((word) => !known.includes(word) && word !== '--record');
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Use any of ${known.join(', ')}, and --record.`);
  process.exit(1);
}
const jiti = createJiti(import.meta.url);
const { appendRecord, renderTables } = await jiti.import(join(folder, 'support', 'results.ts'));
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n# ${name}`);
  const { run } = await jiti.import(join(folder, `${name}.ts`));
  const result = await run();
  if ('skipped' in result) {
    console.log(`skipped: ${result.skipped}`);
    continue;
  }
  console.log(renderTables(result));
  if (words.includes('--record')) await appendRecord(join(folder, 'RESULTS.md'), name, result);
}
