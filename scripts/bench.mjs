/** `npm run bench -- NAME …`: runs bench/NAME.ts, or all of them. Each exports `run()` and prints its own table. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'bench');
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => basename(name, '.ts'));
const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}: use one of ${known.join(', ')}.`);
  process.exit(1);
}
const jiti = createJiti(import.meta.url);
for (const name of asked.length > 0 ? asked : known) {
  console.log(`\n# ${name}`);
  const { run } = await jiti.import(join(folder, `${name}.ts`));
  await run();
}
