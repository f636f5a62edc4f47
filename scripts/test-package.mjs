/**
 * `npm run test:package`: packs a fresh clone of the last commit, installs the package in an empty folder as a plain user
 * with an empty home, and uses it as a stranger would: the command line, and the programs of the README and the guide, whose
 * types hold under both ways to resolve modules. As root, the stranger is `nobody`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'bcb-package-'));
const [clone, place, home] = ['clone', 'empty', 'home'].map((name) => join(folder, name));
const stranger = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
const largestMegabytes = 3;
const results = { passed: 0, failed: 0 };

/** What npm tells the scripts it runs is about this checkout, and pyenv's folder belongs to whoever runs this. */
const variables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|PYENV_|XDG_|BCB_)/.test(name)),
);

function step(name, [command, ...words], options = {}) {
  const startedAt = performance.now();
  const { expected = /(?:)/, status: wanted = 0, ...spawn } = options;
  const asStranger = { cwd: place, env: { ...variables, HOME: home }, ...stranger };
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', ...asStranger, ...spawn });
  check(name, status === wanted && expected.test(stdout + stderr), { startedAt, output: `${stdout}${stderr}` });
  return stdout;
}

function check(name, isGood, { startedAt = performance.now(), output = '' } = {}) {
  results[isGood ? 'passed' : 'failed']++;
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (!isGood) console.log(output);
}

/** The path of the tarball, packed from a clone that was never built, by somebody whose npm runs no scripts. */
function pack() {
  const config = join(folder, 'npmrc');
  writeFileSync(config, 'ignore-scripts=true\n');
  const asDeveloper = { cwd: clone, env: process.env, uid: undefined, gid: undefined };
  step('git clone', ['git', 'clone', '--quiet', root, clone], { ...asDeveloper, cwd: root });
  step('npm ci', ['npm', 'ci', '--ignore-scripts', '--silent'], asDeveloper);
  const words = ['pack', '--json', '--userconfig', config, '--pack-destination', folder];
  const printed = step('npm pack', ['npm', ...words], asDeveloper);
  const [{ filename, size, unpackedSize, files }] = JSON.parse(printed.slice(printed.indexOf('[\n')));
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`       ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked, ${files.length} files`);
  check(`at most ${largestMegabytes} MB`, size <= largestMegabytes * 1e6);
  const unwanted = files.filter(({ path }) => /\.test\.|__pycache__|\.tsbuildinfo$|^(src|test|web)\//.test(path));
  check('nothing but what is used', unwanted.length === 0, { output: unwanted.map(({ path }) => path).join('\n') });
  return join(folder, filename);
}

/** The programs in a page, by the name in their first line; one without a name is called after the page. */
function readPrograms(page, fallback) {
  const blocks = [...readFileSync(join(clone, page), 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  return Object.fromEntries(blocks.map((code) => [/^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? fallback, code]));
}

/** A model of the AI SDK, and its server, which answers with reference solutions. */
const loopback = `import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { loadTasks } from 'bigcodebench';

const { tasks } = await loadTasks({ subset: 'starter' });
const server = createServer(async (request, response) => {
  const body = await text(request);
  const task = tasks.find(({ instructPrompt }) => body.includes(JSON.stringify(instructPrompt).slice(1, 200)));
  const content = task ? task.completePrompt + task.canonicalSolution : '';
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
export default createOpenAICompatible({ name: 'house', baseURL: \`http://127.0.0.1:\${port}/v1\` })('served');
`;

const compilerOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'ESNext.Disposable'],
  strict: true,
  types: ['node'],
  skipLibCheck: true,
};

function useCommandLine() {
  const npx = (...words) => ['npx', '--no', 'bcb', ...words];
  step('npx bcb --version', npx('--version'), { expected: /^\d+\.\d+\.\d+/ });
  step('npx bcb doctor, nothing installed', npx('doctor'), { status: 4, expected: /run `npx bcb env install/ });
  step('npx bcb env install', npx('env', 'install'), { expected: /starter environment installed/ });
  step('npx bcb doctor', npx('doctor'), { expected: /Results from this machine can be trusted/ });
  const words = ['run', '--model', 'canonical', '--subset', 'starter', '--select', '0-4'];
  step('npx bcb run', npx(...words), { expected: /pass@1 +100\.0%[\s\S]*next: npx bcb / });
}

function useLibrary() {
  const programs = {
    ...readPrograms('README.md', 'readme.ts'),
    ...readPrograms(join('docs', 'guide', 'library.md')),
    'loopback.ts': loopback,
  };
  for (const [name, code] of Object.entries(programs)) writeFileSync(join(place, name), code);
  for (const name of ['@types', 'undici-types']) {
    cpSync(join(clone, 'node_modules', name), join(place, 'node_modules', name), { recursive: true });
  }
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  for (const [module, moduleResolution] of [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ]) {
    const config = { compilerOptions: { ...compilerOptions, module, moduleResolution, outDir: moduleResolution } };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ ...config, files: Object.keys(programs) }));
    step(`types under ${moduleResolution}`, [process.execPath, tsc, '-p', 'tsconfig.json'], {
      uid: undefined,
      gid: undefined,
    });
  }
  const built = (name) => [process.execPath, join('bundler', name)];
  step('the program of the README', built('readme.js'), { expected: /^pass@1 1, 95% interval 0\.57–1\.00\n$/ });
  step('run.ts of the guide', built('run.js'), { expected: /^Starter\/4 pass$[\s\S]*^pass@1 1, /m });
  step('parts.ts of the guide', built('parts.js'), { expected: /^pass 1\npass@1 0\.66/ });
  const run = (...words) => ['npx', '--no', 'bcb', 'run', '--subset', 'starter', '--split', 'instruct', ...words];
  const files = ['models.ts', 'models.ts#careful', 'models.ts#quick', 'loopback.ts'].flatMap((file) => [
    '--model',
    `./${file}`,
  ]);
  step('npx bcb run --model FILE', run(...files, '--select', '0-1'), {
    expected:
      / models +.* 100\.0%[\s\S]* careful +.* 100\.0%[\s\S]* quick +.* 100\.0%[\s\S]* house\.chat:served +.* 100\.0%/,
  });
  step('npx bcb run with a config file', ['npx', '--no', 'bcb', 'run'], {
    expected: / mine +.* 100\.0%[\s\S]* mine +.* 100\.0%[\s\S]* empty +.* 0\.0%/,
  });
}

try {
  chmodSync(folder, 0o755);
  for (const path of [place, home]) mkdirSync(path, { mode: 0o700 });
  const manifest = join(place, 'package.json');
  writeFileSync(manifest, '{ "private": true, "type": "module" }\n');
  if (stranger.uid !== undefined) {
    for (const path of [place, home, manifest]) chownSync(path, stranger.uid, stranger.gid);
  }
  const tarball = pack();
  step('npm install', ['npm', 'install', '--silent', tarball]);
  useCommandLine();
  useLibrary();
  const binOf = (name) => join(root, 'node_modules', '.bin', name);
  const here = { cwd: folder, uid: undefined, gid: undefined };
  step('publint', [binOf('publint'), tarball, '--strict'], here);
  step('arethetypeswrong', [binOf('attw'), tarball, '--profile', 'esm-only'], here);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
