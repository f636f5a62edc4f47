/** `npm run site`: builds the docs as a site in docs/.vitepress/dist. `-- dev` serves them instead, `-- preview` what was built. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const docs = join(root, 'docs');
const [mode = 'build', ...words] = process.argv.slice(2);
const vitepress = join(root, 'node_modules', 'vitepress', 'bin', 'vitepress.js');

/** Pages kept at the root of the repository, where people look for them; on the site they are pages like the others. */
const guests = { 'CHANGELOG.md': 'changelog.md', 'SECURITY.md': 'security.md' };
for (const [name, page] of Object.entries(guests)) {
  const text = readFileSync(join(root, name), 'utf8').replaceAll('](docs/', '](');
  writeFileSync(join(docs, page), text);
}
try {
  const { status } = spawnSync(process.execPath, [vitepress, mode, docs, ...words], { cwd: root, stdio: 'inherit' });
  const built = join(docs, '.vitepress', 'dist', 'reference', 'schemas');
  if (mode === 'build' && status === 0) cpSync(join(docs, 'reference', 'schemas'), built, { recursive: true });
  process.exitCode = status ?? 1;
} finally {
  for (const page of Object.values(guests)) rmSync(join(docs, page), { force: true });
}
