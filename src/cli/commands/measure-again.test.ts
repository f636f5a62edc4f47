import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAiChat } from '../../model/testing/wire-formats.ts';
import { startWireServer } from '../../model/testing/wire-server.ts';
import { listRunFolders, readManifest } from '../../store/manifest.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { evaluateCommand } from './evaluate.ts';
import { benchmarkCommand } from './run.ts';
import { submitCommand } from './submit.ts';

const block = (number: number) => `\`\`\`python\ndef task_func():\n    return ${number}\n\`\`\``;
const info = {
  name: 'M',
  link: 'https://m.example',
  prompted: true,
  moe: false,
  size: 1,
  act_param: 1,
  'open-data': 'None',
  prefill: false,
  date: '2026-01-31',
};
const commands = { run: benchmarkCommand, evaluate: evaluateCommand, submit: submitCommand };

/** A folder in which to run commands, with a model on loopback that answers two samples a call. */
async function createPlace() {
  const folder = await createTemporaryFolder();
  const server = await startWireServer(openAiChat(block(1), block(2)));
  const open = async () => createScriptedExecutor(() => ({}));
  const call = (cwd: string, [name = '', ...words]: readonly string[]) =>
    runCommand(withExecutor(commands[name as keyof typeof commands], open), {
      words: [...words, '--quiet'],
      cwd,
      variables: {
        BCB_CACHE_DIR: join(folder.path, 'cache'),
        OPENAI_API_KEY: 'secret-key',
        OPENAI_BASE_URL: `${server.url}/v1`,
      },
    });
  await writeFile(join(folder.path, 'model.json'), JSON.stringify(info));
  return {
    path: folder.path,
    server,
    call,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const identitiesIn = async (folder: string) =>
  Promise.all((await listRunFolders(folder)).map(async (path) => (await readManifest(path))?.identity));

/** The commands of the README's second block, as words. */
async function readCommands(bundle: string): Promise<string[][]> {
  const readme = await readFile(join(bundle, 'README.md'), 'utf8');
  const again = readme.split('Measure the same again')[1]?.split('```')[1] ?? '';
  const lines = again.split('\n').filter((line) => line.startsWith('npx bigcodebench@'));
  return lines.map((line) => line.split(' ').slice(2));
}

test('the line of a bundle that measures the same again makes the same run', async () => {
  await using place = await createPlace();
  const config = { models: { 'openai:*': { parameters: { topP: [0.9, 0.95] }, baseUrl: `${place.server.url}/v1` } } };
  await writeFile(join(place.path, 'bigcodebench.config.json'), JSON.stringify(config));
  const asked = ['--temperature', '0.8', '--n-samples', '2', '--max-new-tokens', '99', '--strategy', 'last-fence'];
  const judged = ['--no-calibrated', '--max-stack-limit', '20', '--time-limit', '30', '--top-p', '0.9', '--seed', '5'];
  const selected = ['--subset', 'starter', '--select', '3,5,8', '--split', 'instruct'];
  await place.call(place.path, ['run', '--model', 'openai:gpt-4o', ...asked, ...judged, ...selected]);
  await place.call(place.path, ['submit', 'bcb_results', '--model-info', 'model.json', '--out', 'bundle']);
  const bundle = join(place.path, 'bundle');
  const [command = [], ...others] = await readCommands(bundle);
  expect(others).toEqual([]);
  expect(command.slice(0, 2)).toEqual(['run', '--recipe']);
  expect(await readFile(join(bundle, command[2] ?? ''), 'utf8')).not.toMatch(/127\.0\.0\.1|secret-key/);
  const first = place.server.seen.splice(0).map(({ body }) => JSON.stringify(body));
  await place.call(bundle, command);
  expect(place.server.seen.map(({ body }) => JSON.stringify(body)).sort()).toEqual(first.sort());
  const [before, after] = [
    await identitiesIn(join(place.path, 'bcb_results')),
    await identitiesIn(join(bundle, 'bcb_results')),
  ];
  expect(before).toHaveLength(1);
  expect(after).toEqual(before);
});

test('of samples that came as a file, the same file is judged by the same rules', async () => {
  await using place = await createPlace();
  const samples = [0, 1, 2].map((at) => ({ task_id: `Starter/${at}`, solution: block(at), raw_solution: block(at) }));
  await writeFile(join(place.path, 'a.jsonl'), samples.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const rules = ['--memory-mb', '512', '--verdicts', 'upstream', '--missing', 'skip'];
  await place.call(place.path, ['evaluate', '--samples', 'a.jsonl', '--subset', 'starter', ...rules]);
  await place.call(place.path, [
    'submit',
    '.',
    '--model-info',
    'model.json',
    '--out',
    'bundle',
    '--samples',
    'a.jsonl',
  ]);
  const bundle = join(place.path, 'bundle');
  const [command = []] = await readCommands(bundle);
  await place.call(bundle, command);
  const rulesIn = async (folder: string) =>
    (await identitiesIn(folder)).map((identity) => ({ ...identity, source: 0 }));
  expect(await rulesIn(join(bundle, 'samples'))).toEqual(await rulesIn(place.path));
});
