/**
 * `node scripts/ship-audit.mjs AUDIT "COMMAND" [TARGET]`: writes an audit of all public tasks, without its evidence, to
 * assets/findings/public-tasks.json. AUDIT is what `bcb audit --subset full --json` printed, or the `audit.jsonl` it wrote: a
 * journal does not name its edition. An audit of another edition than the default dataset, or that lacks a public task, is
 * refused.
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
const { loadTasks } = await load('dataset/load-tasks.ts');
const { hashTasks } = await load('dataset/task-set.ts');
const longest = 200;

/** The edition, the day, and by task id what was found: `[witness, strength, sentence]`. */
async function readSource() {
  const date = statSync(source).mtime.toISOString();
  if (source.endsWith('.jsonl')) {
    const audits = await (await load('audit/audit-log.ts')).readAudit(resolve(source));
    const found = ({ taskId, findings }) => [
      taskId,
      findings.map(({ witness, strength, sentence }) => [witness, strength, sentence]),
    ];
    return { date, hash: set.hash, found: new Map(audits.map(found)) };
  }
  const { tasks, ...told } = JSON.parse(readFileSync(source, 'utf8'));
  const found = ({ task_id, witnesses: heard }) => [
    task_id,
    heard.map(({ witness, grade, says }) => [witness, grade, says]),
  ];
  return { date, ...told, found: new Map(tasks.map(found)) };
}

const set = await loadTasks({ subset: 'full' });
const { hash, date, found } = await readSource();
if (hash !== set.hash)
  throw new Error(`${source} is of another edition than the tasks here: ${hash}, not ${set.hash}.`);
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
const asked = Object.fromEntries(witnesses.map(({ name, kind, version }) => [name, { kind, version }]));
const hashes = Object.fromEntries(
  set.tasks.map((task) => [task.id.replace('BigCodeBench/', ''), hashTasks([task]).slice(0, 12)]),
);
const { version } = set;
const head = Object.entries({ date: date.slice(0, 10), command, version, hash, witnesses: asked, hashes }).map(
  ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
);
const text = `{\n${head.join('\n')}\n  "tasks": {\n${rows.join(',\n')}\n  }\n}\n`;
writeFileSync(target, text);
console.log(`${target}: ${rows.length} tasks, ${(text.length / 1000).toFixed(0)} kB`);
