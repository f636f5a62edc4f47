/**
 * Writes assets/prices.json: list prices of the models that our providers serve, from the price table in the PyPI package
 * litellm (MIT). It takes only facts: model names and dollar figures.
 *
 *     node scripts/refresh-prices.mjs [LITELLM_VERSION]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPriceTable } from './price-table.mjs';

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'assets', 'prices.json');
const member = 'litellm/model_prices_and_context_window_backup.json';
const [version] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'bcb-prices-'));
try {
  const requirement = version === undefined ? 'litellm' : `litellm==${version}`;
  const python = (...words) => execFileSync('python3', ['-m', ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  python(
    'pip',
    'download',
    '--no-deps',
    '--only-binary',
    ':all:',
    '--disable-pip-version-check',
    requirement,
    '-d',
    folder,
  );
  const [wheel = ''] = readdirSync(folder);
  python('zipfile', '-e', join(folder, wheel), folder);
  const text = buildPriceTable(JSON.parse(readFileSync(join(folder, member), 'utf8')), {
    source: `the price table in litellm ${wheel.split('-')[1]} (PyPI, MIT)`,
    asOf: new Date().toISOString().slice(0, 10),
  });
  writeFileSync(target, text);
  console.log(`Wrote ${target}: ${text.split('\n').filter((line) => line.includes('[')).length} models.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
