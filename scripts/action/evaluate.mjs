/**
 * The Action's second step: runs `bcb run` or `bcb evaluate` with the Action's inputs, and tells GitHub what came out: a
 * job summary, annotations, outputs. Ends with the command's own exit code.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeExit, listAnnotations, listOutputs, listWords } from './github.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { env } = process;
const out = env.INPUT_OUT || 'bcb_results';
const files = { junit: join(out, 'junit.xml'), summary: join(out, 'summary.md') };

function append(variable, text) {
  if (env[variable]) appendFileSync(env[variable], text);
}

function readDocument(stdout) {
  try {
    const document = JSON.parse(stdout);
    return document.runs ?? [document];
  } catch {
    return [];
  }
}

mkdirSync(out, { recursive: true });
const words = listWords(env, { out, files });
const { status, stdout } = spawnSync(join(root, 'bcb'), words, {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const code = status ?? 1;
const runs = readDocument(stdout);
const samples = env.INPUT_SAMPLES && existsSync(env.INPUT_SAMPLES) ? readFileSync(env.INPUT_SAMPLES, 'utf8') : '';
const resultsOf = ({ files: written = [] }) => {
  const path = written.find((name) => name.endsWith('eval_results.json'));
  return path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8')).eval;
};
const unsolved = runs.map((run) => ({ model: run.model, results: resultsOf(run) }));
for (const line of listAnnotations(unsolved, { path: env.INPUT_SAMPLES, samples })) console.log(line);
if (code !== 0) console.log(`::error title=BigCodeBench::${describeExit(code)}`);
if (existsSync(files.summary)) append('GITHUB_STEP_SUMMARY', `${readFileSync(files.summary, 'utf8')}\n`);
else append('GITHUB_STEP_SUMMARY', `# BigCodeBench\n\n${describeExit(code)}\n`);
append('GITHUB_OUTPUT', listOutputs({ code, runs, files }));
process.exitCode = code;
