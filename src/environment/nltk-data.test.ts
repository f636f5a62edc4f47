import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needing } from '../util/testing/needs.ts';
import { recordings, sharedData } from '../util/testing/shared-data.ts';
import { findPython } from './find-python.ts';
import { installNltkData } from './nltk-data.ts';
import { findModern } from './testing/find-modern.ts';

const files = {
  'corpora/stopwords/english': 'the\nof\n',
  'corpora/words/en': 'dog\n',
  'sentiment/vader_lexicon.zip': 'a zip that stays one',
  'taggers/averaged_perceptron_tagger/averaged_perceptron_tagger.pickle': 'weights',
  'tokenizers/punkt/PY3/english.pickle': 'parameters',
};

const installed = await findModern();
const modern = { name: 'the modern environment', isMet: installed !== undefined };

let folder: string;
let python: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-nltk-'));
  const versions = ['3.10', '3.11', '3.12', '3.13'];
  python = (await findPython({ versions, variables: process.env, dataFolder: folder }))?.executable ?? '';
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeSource(name: string, content: Readonly<Record<string, string>>): string {
  const source = join(folder, name);
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  return source;
}

const install = (source: string, dataFolder = join(folder, 'data')) =>
  installNltkData({ dataFolder, python, source, variables: process.env });

describe('installNltkData', () => {
  it('copies the data to a folder named after its content', async () => {
    const hash = await install(writeSource('plain', files));
    for (const path of Object.keys(files)) expect(existsSync(join(folder, 'data', 'nltk', hash, path))).toBe(true);
    expect(await install(writeSource('other', { ...files, 'corpora/words/en': 'cat\n' }))).not.toBe(hash);
    expect(readdirSync(join(folder, 'data', 'nltk')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('gives packed and unpacked data the same name', async () => {
    const plain = await install(writeSource('unpacked', files));
    const source = writeSource('packed', files);
    const tagger = join(source, 'taggers', 'averaged_perceptron_tagger');
    execFileSync(python, ['-m', 'zipfile', '-c', `${tagger}.zip`, tagger]);
    rmSync(tagger, { recursive: true });
    expect(await install(source)).toBe(plain);
  });

  it('says what a folder lacks, and leaves nothing', async () => {
    const { 'tokenizers/punkt/PY3/english.pickle': _, ...fewer } = files;
    const dataFolder = join(folder, 'none');
    await expect(install(writeSource('fewer', fewer), dataFolder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('tokenizers/punkt'),
    });
    expect(readdirSync(join(dataFolder, 'nltk'))).toEqual([]);
    await expect(install(join(folder, 'nowhere'))).rejects.toThrow('does not exist');
  });

  it('makes what NLTK 3.9 and later read', { timeout: 300_000, ...needing(recordings, modern) }, async () => {
    const options = { python: installed?.environment.python ?? '', source: sharedData('nltk_data') };
    const dataFolder = join(folder, 'converted');
    const hash = await installNltkData({ ...options, dataFolder, variables: process.env });
    expect(hash).not.toBe(await install(sharedData('nltk_data')));
    const program = "import nltk; print(nltk.pos_tag(nltk.word_tokenize('Dr. No went. He sat.')))";
    const env = { NLTK_DATA: join(dataFolder, 'nltk', hash) };
    const said = execFileSync(options.python, ['-c', program], { encoding: 'utf8', env });
    expect(said).toContain("('Dr.', 'NNP'), ('No', 'NNP'), ('went', 'VBD'), ('.', '.')");
  });

  it('takes the real data', needing(recordings), async () => {
    expect(await install(sharedData('nltk_data'))).toMatch(/^[0-9a-f]{16}$/);
  });
});
