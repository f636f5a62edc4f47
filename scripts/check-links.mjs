/** Checks that every relative link in our Markdown leads to a file, and every anchor to a heading. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Links as `{ line, target }`; what is in code is not one. */
function listLinks(text) {
  let isFenced = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isFenced = !isFenced;
    if (isFenced || /^ {4}/.test(line)) return [];
    const prose = line.replaceAll(/`[^`]*`/g, '');
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({ line: index + 1, target }));
  });
}

/** The anchors that GitHub and the site give to the headings of a page. */
function listAnchors(text) {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function explainBroken(page, target) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path, anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, file))) return `${target} leads to ${file}, which does not exist`;
  if (!anchor || !file.endsWith('.md')) return undefined;
  const isKnown = listAnchors(readFileSync(join(root, file), 'utf8')).includes(anchor);
  return isKnown ? undefined : `${target}: ${file} has no such heading`;
}

const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' });
const broken = pages
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(root, page)))
  .flatMap((page) =>
    listLinks(readFileSync(join(root, page), 'utf8')).flatMap(({ line, target }) => {
      const why = explainBroken(page, target);
      return why === undefined ? [] : [`${page}:${line}: ${why}`];
    }),
  );
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length > 0 ? 1 : 0;
