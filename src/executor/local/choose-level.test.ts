import { describe, expect, it } from 'vitest';
import { chooseLevel, levelsToTry } from './choose-level.ts';
import { createStarter } from './start-zygote.ts';
import { bareEnvironment } from './testing/bare-environment.ts';

const uid = process.geteuid?.() === 0 ? 60_700 : undefined;

describe('chooseLevel', () => {
  it('tries weaker levels until one passes the probe, and says why the others did not', async () => {
    const starter = createStarter({
      environment: bareEnvironment(),
      uid,
      onLog: () => {},
      signal: new AbortController().signal,
    });
    const chosen = await chooseLevel({
      uid,
      onLog: () => {},
      start: async (level) => {
        if (level === 'namespaces') throw new Error('no user namespaces');
        // A sandbox that is none: the probe must notice.
        return starter.start(level === 'shared' ? 'none' : level, 'stdlib');
      },
    });
    await chosen.zygote.stop();
    expect(chosen.attempts[0]).toEqual({ level: 'namespaces', holds: false, reason: 'no user namespaces' });
    expect(chosen.attempts[1]).toMatchObject({
      level: 'shared',
      holds: false,
      reason: expect.stringMatching(
        /read a file .*, signalled a process .*, reached a server .*, wrote a file outside/,
      ),
    });
    expect(chosen.attempts.at(-1)).toEqual({ level: chosen.level, holds: true });
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
