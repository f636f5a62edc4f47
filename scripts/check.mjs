/** `npm run check`: format and lint, types, layers, dead code, links, generated docs, parity table. Runs all of them; any failure fails. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const packaged = (...parts) => join(root, 'node_modules', ...parts);

const checks = {
  'format and lint': [packaged('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'],
  types: [packaged('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'],
  'types of the package': [packaged('typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json', '--noEmit'],
  'types of the web app': [packaged('typescript', 'bin', 'tsc'), '-p', 'web/tsconfig.json'],
  layers: ['scripts/check-layers.mjs'],
  'imports of the web app': ['scripts/check-web.mjs'],
  'dead code': [packaged('knip', 'bin', 'knip.js'), '--no-progress'],
  'lock file': ['scripts/complete-lock.mjs', '--check'],
  links: ['scripts/check-links.mjs'],
  'generated docs': ['scripts/generate-docs.mjs', '--check'],
  'parity table': ['scripts/parity-table.mjs', '--check'],
};

/** Runs every check; prints the output of those that fail. */
export function runChecks() {
  const failed = [];
  for (const [name, words] of Object.entries(checks)) {
    const startedAt = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
    if (status === 0) continue;
    console.log(stdout, stderr);
    failed.push(name);
  }
  return { count: Object.keys(checks).length, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = runChecks().failed.length > 0 ? 1 : 0;
}
