import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathExists } from './path-exists.ts';
import { requireProgram, runProgram } from './run-program.ts';

const variables = { PATH: process.env.PATH };

describe('runProgram', () => {
  test('returns what the program printed and how it ended', async () => {
    const result = await runProgram(['sh', '-c', 'echo out; echo err >&2; exit 3'], { variables });
    expect(result).toEqual({ code: 3, stdout: 'out\n', stderr: 'err\n' });
  });

  test('hands over only the given variables', async () => {
    const { stdout } = await runProgram(['env'], { variables: { ...variables, ONLY: 'this' } });
    const names = stdout.split('\n').map((line) => line.split('=')[0]);
    expect(names).toContain('ONLY');
    expect(names).not.toContain('HOME');
  });

  test('a program that does not exist ends with 127', async () => {
    expect(await runProgram(['/nonexistent/program'], { variables })).toMatchObject({ code: 127 });
  });

  test('abort kills grandchildren too', async () => {
    const controller = new AbortController();
    const started = join(await mkdtemp(join(tmpdir(), 'bcb-program-')), 'started');
    const group: number[] = [];
    const ended = runProgram(['sh', '-c', 'sleep 600 & touch "$0"; wait', started], {
      variables,
      signal: controller.signal,
      onGroup: (pid) => void group.push(pid),
    });
    await expect.poll(() => pathExists(started)).toBe(true);
    controller.abort(new Error('enough'));
    // `sleep` holds the output open: as long as it lives, this stays pending.
    await expect(ended).rejects.toThrow('enough');
    const [pid = 0] = group;
    expect(group).toEqual([pid, pid]);
  });

  test('a timeout kills it', async () => {
    expect(await runProgram(['sleep', '600'], { variables, timeoutMs: 50 })).toMatchObject({ code: 137 });
  });
});

describe('requireProgram', () => {
  test('throws with the last lines of a program that fails', async () => {
    const failing = requireProgram(['sh', '-c', 'echo one; echo two >&2; exit 4'], { variables });
    await expect(failing).rejects.toThrow('`sh -c` failed (exit code 4): one | two');
  });
});
