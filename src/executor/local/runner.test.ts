import { describe, expect, it } from 'vitest';
import { Runner } from './runner.ts';
import type { SandboxCommand } from './sandbox-command.ts';

/** A shell in the place of bwrap, which never says that it is ready. */
function shell(script: string): SandboxCommand {
  return {
    file: '/bin/sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin' },
    data: '',
    config: { type: 'config', level: 'none', tmpMb: 1, shmMb: 1, matplotlibFiles: [] },
  };
}

describe('Runner', () => {
  it.each([
    ['that shares its group and reads nothing', 'sleep 1000 & exec sleep 1000'],
    ['that has a session of its own and reads its input', 'exec 5<&0; setsid wc -c <&5 >&2 & exec sleep 1000'],
  ])('is gone when it is killed while it starts, with a child %s', async (_, script) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const started = Runner.start(
      { command: shell(`echo up >&2; ${script}`), preload: [], onLog: () => controller.abort(reason) },
      controller.signal,
    );
    await expect(started).rejects.toBe(reason);
  });

  it('gives up when its process ends before it is ready, though a child keeps the pipes open', async () => {
    const script = 'exec 5<&0; setsid wc -c <&5 >&2 & exit 3';
    const started = Runner.start({ command: shell(script), preload: [], onLog: () => {} });
    await expect(started).rejects.toThrow('the runner ended with status 3');
  });
});
