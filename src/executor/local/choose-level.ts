import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type LocalLevel, localLevels } from '../level.ts';
import { probeRunner } from './probe-runner.ts';
import type { Runner } from './runner.ts';

export interface ChooseLevelOptions {
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
export async function chooseLevel(options: ChooseLevelOptions): Promise<{ level: LocalLevel; runner: Runner }> {
  const { level, uid, onLog } = options;
  const isRoot = uid !== undefined;
  if (level === 'root' && !isRoot)
    throw new BigCodeBenchError('ENGINE', 'Level root needs root: leave out --isolation.');
  const attempts: { readonly level: LocalLevel; readonly reason: string }[] = [];
  for (const candidate of level === undefined ? levelsToTry(isRoot) : [level]) {
    const tried = await tryLevel(candidate, options);
    if (typeof tried !== 'string') return { level: candidate, runner: tried };
    onLog(`level ${candidate} does not hold: ${tried}`);
    attempts.push({ level: candidate, reason: tried });
  }
  const reasons = attempts.map((attempt) => `${attempt.level}: ${attempt.reason}`).join('; ');
  throw new BigCodeBenchError(
    'ENGINE',
    `No sandbox can be made here (${reasons}); install bubblewrap, or pass --isolation none to run without protection.`,
    { data: { attempts } },
  );
}

/** A warm runner, or why the level does not hold. */
async function tryLevel(level: LocalLevel, { start, uid }: ChooseLevelOptions): Promise<Runner | string> {
  let runner: Runner | undefined;
  try {
    runner = await start(level);
    const breaches = level === 'none' ? [] : await probeRunner(runner, uid);
    if (breaches.length === 0) return runner;
    await runner.stop();
    return `a program inside ${breaches.join(', ')}`;
  } catch (error) {
    await runner?.stop();
    return error instanceof Error ? error.message : String(error);
  }
}
