/**
 * Writes docs/reference from the option table, the commands, the schemas and the TSDoc of what is exported. With --check it
 * writes nothing and fails if a page is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { renderApiPage } from './api-page.mjs';
import { publishedSchemas } from './published-schemas.mjs';
import { renderCommandPage, renderConfigurationPage } from './reference-pages.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'docs', 'reference');
const jiti = createJiti(import.meta.url);
const load = (path) => jiti.import(join(root, 'src', path));

async function renderPages() {
  const { z } = await jiti.import('zod');
  const pages = new Map();
  pages.set('cli.md', await renderCommandPage(load));
  pages.set('configuration.md', await renderConfigurationPage(load));
  pages.set('api.md', renderApiPage(root));
  for (const [name, { module, schema, title, io = 'output' }] of Object.entries(publishedSchemas)) {
    const described = z.toJSONSchema((await load(module))[schema], { io, unrepresentable: 'any' });
    pages.set(`schemas/${name}.schema.json`, `${JSON.stringify({ title, ...described }, null, 2)}\n`);
  }
  return pages;
}

function staleFiles(pages) {
  const wanted = [...pages].filter(([name, content]) => {
    const path = join(folder, name);
    return !existsSync(path) || readFileSync(path, 'utf8') !== content;
  });
  const present = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const surplus = present
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !pages.has(name));
  return { wanted, surplus };
}

const { wanted, surplus } = staleFiles(await renderPages());
if (process.argv.includes('--check')) {
  for (const [name] of wanted) console.error(`docs/reference/${name} is out of date: run \`npm run docs\``);
  for (const name of surplus) console.error(`docs/reference/${name} is no longer generated: run \`npm run docs\``);
  process.exitCode = wanted.length + surplus.length > 0 ? 1 : 0;
} else {
  for (const [name, content] of wanted) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    console.log(`wrote docs/reference/${name}`);
  }
  for (const name of surplus) rmSync(join(folder, name));
}
