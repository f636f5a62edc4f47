/** Checks that every relative link in our Markdown leads to a file, every anchor to a heading, and every `path.ts` to code. */
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

function listFiles() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
}

const files = listFiles();
const codeEnds = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))));

const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));

/** Files of ours that a page about the code names: `src/run/run-model.ts`, or the end of such a path. */
function findLostFiles(page, text) {
  if (!/^(docs\/(design|guide)|bench)\//.test(page)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs|py))`/g)]
        .filter(([, path]) => folders.has(path.split('/')[0]) && !path.includes('NAME') && !codeEnds.has(path))
        .map(([, path]) => `${page}:${index + 1}: there is no ${path}`),
    );
}

const broken = files
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const links = listLinks(text).flatMap(({ line, target }) => {
      const why = explainBroken(page, target);
      return why === undefined ? [] : [`${page}:${line}: ${why}`];
    });
    return [...links, ...findLostFiles(page, text)];
  });
for (const sentence of broken) console.error(sentence);
process.exitCode = broken.length > 0 ? 1 : 0;
