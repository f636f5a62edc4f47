/**
 * `npm run demo`: sets everything up, then evaluates three models on the starter tasks in the real sandbox: the canonical
 * solutions, recorded answers, and a small language model on this machine's CPU. What cannot be had is said, and the rest
 * goes on.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetUpError, setUp } from './setup.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const smallModel = 'smollm2-135m';

function bcb(...words) {
  return spawnSync(process.execPath, [join(root, 'dist', 'bin.js'), ...words], { cwd: root, stdio: 'inherit' }).status;
}

function say(sentence) {
  process.stderr.write(`demo: ${sentence}\n`);
}

try {
  const seconds = setUp();
  say(`set-up took ${seconds.toFixed(1)} s`);
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  if (error.message !== '') process.stderr.write(`error: ${error.message}\n`);
  say('without the set-up above nothing can be evaluated; mend it and type `npm run demo` again.');
  process.exit(1);
}
const hasModel = bcb('model', 'pull', smallModel, '--quiet') === 0;
if (!hasModel) say('the small model cannot be had here, so it is left out; the rest goes on.');
const models = ['canonical', 'replay:examples/recorded-answers.jsonl', ...(hasModel ? [`local:${smallModel}`] : [])];
process.exitCode = bcb('run', '--config', 'examples/demo.config.json', '--model', models.join(',')) ?? 1;
