/**
 * `node scripts/ship-audit.mjs AUDIT.json "COMMAND"`: writes what `bcb audit --subset full --json` printed, without its
 * evidence, to assets/audit/public-tasks.json. An audit that lacks a public task is refused.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [source, command] = process.argv.slice(2);
if (!source || !command) throw new Error('Usage: node scripts/ship-audit.mjs AUDIT.json "COMMAND"');
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const publicTasks = JSON.parse(readFileSync(join(root, 'assets', 'public-tasks.json'), 'utf8')).solves.length;
const longest = 200;

const { version, hash, tasks } = JSON.parse(readFileSync(source, 'utf8'));
const numbers = tasks.map(({ taskId }) => Number(taskId.replace('BigCodeBench/', ''))).sort((a, b) => a - b);
if (numbers.length !== publicTasks || numbers.some((number, at) => number !== at)) {
  throw new Error(`${source} has ${numbers.length} tasks: it must have all ${publicTasks} public ones.`);
}
const byNumber = Object.fromEntries(tasks.map((audit) => [audit.taskId.replace('BigCodeBench/', ''), audit.findings]));
const kinds = Object.fromEntries(tasks.flatMap(({ findings }) => findings.map(({ witness, kind }) => [witness, kind])));
const rows = numbers.map((number) => {
  const told = byNumber[number].filter(({ strength }) => strength !== 'none');
  const cells = told.map(({ witness, strength, sentence }) => [witness, strength, sentence.slice(0, longest)]);
  return `    "${number}": ${JSON.stringify(cells)}`;
});
const date = new Date().toISOString().slice(0, 10);
const head = Object.entries({ date, command, version, hash, kinds }).map(
  ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
);
const text = `{\n${head.join('\n')}\n  "tasks": {\n${rows.join(',\n')}\n  }\n}\n`;
writeFileSync(join(root, 'assets', 'audit', 'public-tasks.json'), text);
console.log(`assets/audit/public-tasks.json: ${numbers.length} tasks, ${(text.length / 1000).toFixed(0)} kB`);
