import { describe, expect, it } from 'vitest';
import { chooseLevel, levelsToTry } from './choose-level.ts';
import { createStarter } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';

const users = process.geteuid?.() === 0 ? { first: 60_700, count: 64, perRunner: 8 } : undefined;
const uid = users?.first;

describe('chooseLevel', () => {
  it('tries weaker levels until one passes the probe, and says why the others did not', async () => {
    const starter = createStarter({
      environment: bareEnvironment(),
      users,
      onLog: () => {},
      signal: new AbortController().signal,
    });
    const log: string[] = [];
    const chosen = await chooseLevel({
      uid,
      onLog: (line) => log.push(line),
      start: async (level) => {
        if (level === 'namespaces') throw new Error('no user namespaces');
        // A sandbox that is none: the probe must notice.
        return starter.start(level === 'shared' ? 'none' : level, { tier: 'stdlib', seed: undefined });
      },
    });
    await chosen.runner.stop();
    expect(log[0]).toBe('level namespaces does not hold: no user namespaces');
    expect(log[1]).toMatch(
      /^level shared does not hold: a program inside read a file .*, signalled a process .*, reached a server .*, wrote a file outside$/,
    );
    expect(['root', 'landlock']).toContain(chosen.level);
  });

  it('never takes no isolation unasked', () => {
    expect(levelsToTry(true)).toEqual(['namespaces', 'shared', 'root', 'landlock']);
    expect(levelsToTry(false)).toEqual(['namespaces', 'shared', 'landlock']);
  });

  it('tells what to do when nothing holds', async () => {
    const start = () => Promise.reject(new Error('spawn bwrap ENOENT'));
    await expect(chooseLevel({ uid: undefined, onLog: () => {}, start })).rejects.toMatchObject({
      code: 'ENGINE',
      message: expect.stringMatching(
        /^No sandbox can be made here \(namespaces: spawn bwrap ENOENT.*install bubblewrap/,
      ),
    });
    await expect(chooseLevel({ level: 'root', uid: undefined, onLog: () => {}, start })).rejects.toThrow(/needs root/);
  });
});
