/**
 * Fails if the web app imports anything from src/ but types of src/schema, and files that import nothing themselves: it must
 * not pull the program into a page.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const web = join(root, 'web', 'src');
const schema = join(root, 'src', 'schema');
const importPattern =
  /(import\s+type\s[^;]*?\bfrom\s*|import\s[^;]*?\bfrom\s*|\bimport\s*\(\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const violations = files.flatMap((name) => {
  const file = join(web, name);
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].flatMap(([, statement, specifier]) => {
    const target = resolve(dirname(file), specifier);
    if (!relative(web, target).startsWith('..')) return [];
    const isSchemaType = statement.startsWith('import type') && !relative(schema, target).startsWith('..');
    if (isSchemaType || !/^import\s/m.test(readFileSync(target, 'utf8'))) return [];
    return [`web/src/${name}: ${specifier} is neither a type of src/schema nor a file without imports`];
  });
});
for (const violation of violations) console.error(violation);
console.log(`web: ${files.length} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
