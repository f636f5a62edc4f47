import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { safetyRules } from './safety-rules.ts';

const toCode = (example: string) =>
  `\`${example.replaceAll('\n', '; ').replaceAll(':;', ':').replace(/ +/g, ' ').replaceAll('|', '\\|')}\``;

test('the guide has the table of rules', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../docs/guide/sanitize.md'), 'utf8');
  const [, table] = guide.split(/<!-- \/?rules -->\n/);
  const rows = safetyRules.map(
    ({ id, severity, what, positive }) => `| \`${id}\` | ${severity} | ${what} | ${toCode(positive)} |`,
  );
  expect(table).toBe(`${['| rule | severity | what | example |', '| --- | --- | --- | --- |', ...rows].join('\n')}\n`);
});
