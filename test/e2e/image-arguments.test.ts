import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFlags } from '../../src/config/parse-flags.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';

const docker = join(import.meta.dirname, '../../docker');

/** The words that `bcb` gets from the image's entry point. */
async function wordsOf(line: string, command: string): Promise<string[]> {
  await using folder = await createTemporaryFolder();
  await writeFile(join(folder.path, 'bcb'), '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done\n');
  await chmod(join(folder.path, 'bcb'), 0o755);
  const env = { PATH: `${folder.path}:${process.env.PATH}`, BCB_IMAGE_COMMAND: command };
  const words = line === '' ? [] : line.split(' ');
  return execFileSync(join(docker, 'entrypoint.sh'), words, { env, encoding: 'utf8' }).split('\n').slice(0, -1);
}

describe('the images take', () => {
  test.each([
    ['evaluate', '--execution local --split complete --subset full --samples a.jsonl'],
    ['generate', '--model M --split complete --subset full --greedy --backend vllm --tp 2'],
  ] as const)('the original’s arguments: %s %s', async (command, line) => {
    const [first, ...words] = await wordsOf(line, command);
    expect([first, words.join(' ')]).toEqual([command, line]);
    expect(parseFlags(command, words).values.get('subset')).toBe('full');
  });

  test.each(['', '--help', '--version', 'doctor --json', 'evaluate --samples a.jsonl'])('our own: %j', async (line) => {
    expect((await wordsOf(line, 'evaluate')).join(' ')).toBe(line);
  });

  test.each(['sh', '/bin/sh'])('a program that keeps the container open: %s', async (shell) => {
    expect(await wordsOf(`${shell} -c echo`, 'evaluate')).toEqual(['']);
  });

  test.each([
    ['Dockerfile', 'evaluate'],
    ['generate.Dockerfile', 'generate'],
  ])('a folder mounted at /app or /data: %s', async (file, command) => {
    const text = await readFile(join(docker, file), 'utf8');
    expect(text).toMatch(/install -d -o \w+ \/app && ln -s \/app \/data/);
    expect(text).toContain(`BCB_IMAGE_COMMAND=${command}`);
    expect(text.trimEnd()).toMatch(/WORKDIR \/app\nENTRYPOINT \["bcb-entrypoint"\]\nCMD \["--help"\]$/m);
  });
});

test('the stage `vllm` installs the lock of vLLM by hash, and takes what the other one takes', async () => {
  const [, ...stages] = (await readFile(join(docker, 'generate.Dockerfile'), 'utf8')).split(/^FROM /m);
  const [, vllm = '', plain = ''] = stages;
  expect(vllm).toMatch(/^\$\{PYTHON\} AS vllm\n/);
  expect(vllm).toContain(
    'COPY python/env/vllm-cp312.txt /tmp/\nRUN pip install --no-cache-dir --no-deps --require-hashes',
  );
  const endOf = (stage: string) => stage.slice(stage.indexOf('COPY --from=package /app')).trim();
  expect(endOf(vllm)).toBe(endOf(plain));
});
