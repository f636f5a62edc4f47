/**
 * `npm run demo`: sets everything up, then evaluates three models on the starter tasks in the real sandbox: the reference
 * solutions, recorded answers, and a small language model on this machine's CPU. If something is unavailable, it says so
 * and continues with the rest.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetUpError, setUp } from './setup.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const smallModel = 'smollm2-135m';
const program = './bcb';

function bcb(words, stdout = 'inherit') {
  return spawnSync(program, words, { cwd: root, stdio: ['inherit', stdout, 'inherit'], encoding: 'utf8' });
}

function say(sentence) {
  process.stderr.write(`demo: ${sentence}\n`);
}

try {
  const seconds = setUp();
  say(`everything is set up, in ${seconds.toFixed(1)} s`);
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  if (error.message !== '') process.stderr.write(`error: ${error.message}\n`);
  say('setup failed, so nothing can be evaluated; fix it and run `npm run demo` again.');
  process.exit(1);
}
const pulled = bcb(['model', 'pull', smallModel, '--quiet'], 'pipe');
const hasModel = pulled.status === 0;
say(
  hasModel
    ? `the small model is ${pulled.stdout.trim()}`
    : 'the small model is unavailable here; continuing without it.',
);
const models = ['canonical', 'replay:examples/recorded-answers.jsonl', ...(hasModel ? [`local:${smallModel}`] : [])];
const { status } = bcb(['run', '--config', 'examples/demo.config.json', '--model', models.join(',')]);
process.exitCode = status ?? 1;
if (process.exitCode === 0) say(`explore these runs in the browser: ${program} view --demo`);
