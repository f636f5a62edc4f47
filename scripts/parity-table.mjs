/**
 * Writes the second half of docs/parity.md from docs/parity-rows.json: what the original promises, what happens here, and the
 * test that proves it. With --check it writes nothing and fails if the page is out of date or a test does not exist.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const page = join(root, 'docs', 'parity.md');
const [begin, end] = ['<!-- rows -->\n', '<!-- /rows -->\n'];

const verdicts = {
  works: 'works',
  better: 'works better',
  differs: 'differs on purpose',
  elsewhere: 'works, but was only tried on loopback or not at all',
  partly: 'partly',
  missing: 'missing',
};

export function readRows() {
  return JSON.parse(readFileSync(join(root, 'docs', 'parity-rows.json'), 'utf8'));
}

/** What is wrong with the rows: an unknown verdict, no test and no reason, or a test of another title than its file has. */
export function findFaults(groups, folder = root) {
  return groups.flatMap(({ rows }) => rows).flatMap((row) => findFault(row, folder));
}

function findFault({ says, verdict, test, title, why }, folder) {
  if (!Object.hasOwn(verdicts, verdict)) return [`"${says}" has no such verdict: ${verdict}`];
  if (test === undefined) return why === undefined && verdict !== 'missing' ? [`"${says}" names no test`] : [];
  const path = join(folder, test);
  if (!existsSync(path)) return [`"${says}" names ${test}, which does not exist`];
  if (title === undefined) return /\.test\.ts$/.test(test) ? [`"${says}" names no test of ${test}`] : [];
  return hasTest(readFileSync(path, 'utf8'), title) ? [] : [`"${says}" names "${title}", which ${test} does not have`];
}

/** Whether a test, or a group of them, has exactly this title. */
function hasTest(text, title) {
  const quoted = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/['"`]/g, '\\\\?$&');
  return new RegExp(`(?:\\b(?:test|it|describe)(?:\\.\\w+)*|\\))\\(\\s*(['"\`])${quoted}\\1,`).test(text);
}

export function renderTable(groups) {
  const all = groups.flatMap(({ rows }) => rows);
  const count = (verdict) => all.filter((row) => row.verdict === verdict).length;
  const counts = Object.entries(verdicts).map(([verdict, words]) => `${count(verdict)} ${words}`);
  const head = ['| from | what it says | here | | proof |', '| --- | --- | --- | --- | --- |'];
  const lines = groups.flatMap(({ title, rows }) => ['', `### ${title}`, '', ...head, ...rows.map(renderRow)]);
  return [`${all.length} rows: ${counts.join(', ')}.`, ...lines, ''].join('\n');
}

function renderRow({ source, says, here, verdict, test, title, why = '' }) {
  const proof =
    test === undefined ? why : `\`${test}\`${title === undefined ? '' : `: ${title.replaceAll('|', '\\|')}`}`;
  return `| ${[source, says, here, verdict, proof].join(' | ')} |`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = readRows();
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const written = `${before}${begin}${renderTable(rows)}${end}${rest?.split(end)[1] ?? ''}`;
  const faults = findFaults(rows);
  if (!process.argv.includes('--check')) writeFileSync(page, written);
  else if (written !== text) faults.push('docs/parity.md is out of date: run `node scripts/parity-table.mjs`');
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
