/**
 * `node scripts/ship-audit.mjs AUDIT "COMMAND" [TARGET]`: writes an audit of all public tasks, without its evidence, to
 * assets/findings/public-tasks.json. AUDIT is what `bcb audit --subset full --json` printed, or the `audit.jsonl` it wrote: a
 * journal does not name its edition, so that of the default dataset is loaded. An audit that lacks a public task is refused.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [source, command, target = join(root, 'assets', 'findings', 'public-tasks.json')] = process.argv.slice(2);
if (!source || !command) throw new Error('Usage: node scripts/ship-audit.mjs AUDIT "COMMAND" [TARGET]');
const jiti = createJiti(import.meta.url);
const load = (path) => jiti.import(join(root, 'src', path));
const { publishedIds } = await load('dataset/public-tasks.ts');
const { witnesses } = await load('audit/witness-table.ts');
const longest = 200;

/** The edition, the day, and by task id what was found: `[witness, strength, sentence]`. */
async function readSource() {
  const fromFindings = ({ taskId, findings }) => [
    taskId,
    findings.map(({ witness, strength, sentence }) => [witness, strength, sentence]),
  ];
  const written = statSync(source).mtime.toISOString();
  if (source.endsWith('.jsonl')) {
    const audits = await (await load('audit/audit-log.ts')).readAudit(resolve(source));
    const { version, hash } = await (await load('dataset/load-tasks.ts')).loadTasks({ subset: 'full' });
    return { version, hash, date: written, found: new Map(audits.map(fromFindings)) };
  }
  const { version, hash, date = written, tasks } = JSON.parse(readFileSync(source, 'utf8'));
  // Documents had the findings as they are in the journal before they had witnesses.
  const fromWitnesses = ({ task_id, witnesses: heard }) => [
    task_id,
    heard.map(({ witness, grade, says }) => [witness, grade, says]),
  ];
  return {
    version,
    hash,
    date,
    found: new Map(tasks.map((task) => (task.task_id ? fromWitnesses : fromFindings)(task))),
  };
}

const { version, hash, date, found } = await readSource();
const missing = publishedIds.filter((id) => !found.has(id));
if (missing.length > 0 || found.size !== publishedIds.length) {
  const what = missing.length > 0 ? `lacks ${missing.length}, such as ${missing[0]}` : `has ${found.size}`;
  throw new Error(`${source} ${what}: it must have all ${publishedIds.length} public tasks and no others.`);
}
const rows = publishedIds.map((id) => {
  const told = found.get(id).filter(([, strength]) => strength !== 'none');
  const cells = told.map(([witness, strength, sentence]) => [witness, strength, sentence.slice(0, longest)]);
  return `    "${id.replace('BigCodeBench/', '')}": ${JSON.stringify(cells)}`;
});
const kinds = Object.fromEntries(witnesses.map(({ name, kind }) => [name, kind]));
const head = Object.entries({ date: date.slice(0, 10), command, version, hash, kinds }).map(
  ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
);
const text = `{\n${head.join('\n')}\n  "tasks": {\n${rows.join(',\n')}\n  }\n}\n`;
writeFileSync(target, text);
console.log(`${target}: ${rows.length} tasks, ${(text.length / 1000).toFixed(0)} kB`);
