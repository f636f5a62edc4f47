import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { defaultLimits } from '../../schema/execution.ts';
import { messageOf } from '../../util/system-error.ts';
import { type LocalLevel, localLevels } from '../level.ts';
import type { Runner } from './runner.ts';

interface ChooseLevelOptions {
  /** The only level to try; without it the strongest that holds is taken, and never `none`. */
  readonly level?: LocalLevel | undefined;
  /** The user id that samples get when we are root; undefined when we are not. */
  readonly uid: number | undefined;
  readonly start: (level: LocalLevel) => Promise<Runner>;
  readonly onLog: (line: string) => void;
}

/** Levels from the strongest to the weakest; `root` needs root, `none` is never tried unasked. */
export function levelsToTry(isRoot: boolean): readonly LocalLevel[] {
  return localLevels.filter((level) => level !== 'none' && (isRoot || level !== 'root'));
}

/** Tries levels until one passes the probe; gives it with a warm runner, ready to be used. */
export async function chooseLevel({ level, uid, start, onLog }: ChooseLevelOptions) {
  const isRoot = uid !== undefined;
  if (level === 'root' && !isRoot) {
    throw new BigCodeBenchError('ENGINE', 'Level root needs root: leave out --isolation.');
  }
  const attempts: { readonly level: LocalLevel; readonly reason: string }[] = [];
  for (const candidate of level === undefined ? levelsToTry(isRoot) : [level]) {
    let runner: Runner | undefined;
    try {
      runner = await start(candidate);
      if (candidate !== 'none') await probeRunner(runner, uid);
      return { level: candidate, runner };
    } catch (error) {
      await runner?.stop();
      const reason = messageOf(error);
      onLog(`level ${candidate} does not hold: ${reason}`);
      attempts.push({ level: candidate, reason });
    }
  }
  const reasons = attempts.map((attempt) => `${attempt.level}: ${attempt.reason}`).join('; ');
  const fix = 'install bubblewrap, or pass --isolation none to run without protection';
  throw new BigCodeBenchError('ENGINE', `No sandbox can be made here (${reasons}); ${fix}.`, { data: { attempts } });
}

const secret = 'planted-secret-d41d8cd98f00b204';

/**
 * Finds out what a sandbox really stops, by attacking it: a program inside tries to read a secret, to signal a process,
 * to reach a server and to write a file, all planted by us outside. Throws what got through, as seen outside afterwards,
 * and when the runner cannot even run that program. `uid`: of its samples, if not ours.
 */
async function probeRunner(runner: Runner, uid: number | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `bcb-${process.pid}-probe-`));
  // Nothing but the sandbox may stand in the way: file permissions and user ids do not.
  chmodSync(folder, 0o777);
  const secretFile = join(folder, 'secret');
  const writtenFile = join(folder, 'written');
  writeFileSync(secretFile, secret, { mode: 0o644 });
  const victim = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', ...(uid !== undefined && { uid, gid: uid }) });
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1').unref();
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const target = { secretFile, writtenFile, pid: victim.pid ?? 1, port };
    // JSON of texts and numbers is Python too.
    const code = `TARGET = ${JSON.stringify(target)}\n${readJob('probe.py')}`;
    const test = readJob('probe_test.py');
    const limits = { ...defaultLimits, wallMs: 20_000, cpuMs: 10_000, memoryMb: 512 };
    const { outcome, reason, stdout } = await runner.run({ id: 'probe', code, test, limits, libs: [] }, { seed: 0 });
    if (outcome !== 'pass') throw new Error(`the probe ended with ${outcome}: ${reason ?? 'no reason'}`);
    const breaches = [
      stdout.includes(secret) && 'read a file outside',
      (victim.exitCode !== null || victim.signalCode !== null || stdout.includes('signalled')) &&
        'signalled a process outside',
      (connections > 0 || stdout.includes('connected')) && 'reached a server outside',
      existsSync(writtenFile) && 'wrote a file outside',
    ].filter((breach) => breach !== false);
    if (breaches.length > 0) throw new Error(`a program inside ${breaches.join(', ')}`);
  } finally {
    victim.kill('SIGKILL');
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const readJob = (name: string) => readFileSync(new URL(`../../../python/jobs/${name}`, import.meta.url), 'utf8');
