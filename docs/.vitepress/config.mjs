/** The site made of these pages: `npm run site` builds it, `npm run site -- dev` shows it while you write. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = join(dirname(fileURLToPath(import.meta.url)), '..');
const { version } = JSON.parse(readFileSync(join(docs, '..', 'package.json'), 'utf8'));

/** A page's first heading. */
function titleOf(path) {
  return /^# (.+)$/m.exec(readFileSync(join(docs, path), 'utf8'))?.[1] ?? path;
}

/** The pages of a folder, in the order in which its README links them, then the rest. */
function listPages(folder) {
  const overview = readFileSync(join(docs, folder, 'README.md'), 'utf8');
  const linked = [...overview.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
  const present = readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const names = [...new Set([...linked, ...present])];
  return names.map((name) => ({ text: titleOf(`${folder}/${name}`), link: `/${folder}/${name.replace('.md', '')}` }));
}

/** Our pages indent their code; the theme styles fenced code only. */
function showIndentedCode({ renderer }) {
  renderer.rules.code_block = (tokens, index, ...rest) => {
    tokens[index].info = 'sh';
    return renderer.rules.fence(tokens, index, ...rest);
  };
}

const reference = [
  { text: 'Command line', link: '/reference/cli' },
  { text: 'Configuration', link: '/reference/configuration' },
  { text: 'Library', link: '/reference/api' },
  { text: 'Parity with the original', link: '/parity' },
];

export default defineConfig({
  title: 'BigCodeBench for TypeScript',
  description: 'Measure how well language models write practical Python.',
  // Where the site is served from, such as /bigcodebench/ on GitHub Pages.
  base: process.env.SITE_BASE ?? '/',
  cleanUrls: true,
  lastUpdated: false,
  rewrites: { 'guide/README.md': 'guide/index.md', 'design/README.md': 'design/index.md' },
  // Schemas are files, not pages; they are copied next to the pages as they are.
  ignoreDeadLinks: [/\.schema\.json$/, /\.schema$/],
  markdown: { config: showIndentedCode },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guide', link: '/guide/' },
      { text: 'Reference', link: '/reference/cli' },
      { text: 'Design', link: '/design/' },
      { text: `v${version}`, link: '/changelog' },
    ],
    sidebar: {
      '/guide/': [{ text: 'Guide', link: '/guide/', items: listPages('guide') }],
      '/design/': [{ text: 'Design', link: '/design/', items: listPages('design') }],
      '/': [{ text: 'Reference', items: reference }],
    },
    outline: 'deep',
  },
});
