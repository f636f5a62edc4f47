/** Fails if a file in src/ imports from a room it must not know. Usage: node scripts/check-layers.mjs [folder] */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forbidden, layers } from './layers.mjs';

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'src'));
const importPattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)['"](\.{1,2}\/[^'"]+)['"]/gm;
const heightOf = new Map(layers.flatMap((rooms, height) => rooms.map((room) => [room, height])));

function violationsOf(file) {
  const room = roomOf(file);
  const height = heightOf.get(room);
  if (height === undefined) return [`${relative(root, file)}: ${room} is not in scripts/layers.mjs`];
  return importsOf(file).flatMap(({ specifier, line }) => {
    const path = relative(root, resolve(dirname(file), specifier))
      .split(sep)
      .join('/');
    const target = roomOf(resolve(dirname(file), specifier));
    const closed = forbidden.find(([from, to]) => from === room && path.startsWith(`${to}/`))?.[1];
    const allowed = target === room || (heightOf.get(target) ?? Number.POSITIVE_INFINITY) < height;
    return allowed && !closed
      ? []
      : [`${relative(root, file)}:${line}: ${room} must not import from ${closed ?? target}`];
  });
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(importPattern)].map((match) => ({
    specifier: match[1],
    line: text.slice(0, match.index).split('\n').length,
  }));
}

function roomOf(path) {
  return relative(root, path).split(sep)[0] ?? '';
}

// Tests may import from any room: they pass one room to another, as the program does at run time.
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.split(sep).includes('testing'))
  .map((name) => join(root, name));
const violations = files.flatMap(violationsOf);
for (const violation of violations) console.error(violation);
console.log(`layers: ${files.length} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
