import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { LocalLevel } from '../level.ts';
import { probeZygote } from './probe-zygote.ts';
import type { Zygote } from './zygote.ts';

export interface LevelAttempt {
  readonly level: LocalLevel;
  readonly holds: boolean;
  /** Why it does not hold. */
  readonly reason?: string;
}

export interface ChosenLevel {
  readonly level: LocalLevel;
  /** A warm zygote of that level, ready to be used. */
  readonly zygote: Zygote;
  readonly attempts: readonly LevelAttempt[];
}

export interface ChooseLevelOptions {
  /** The only level to try; without it the strongest that holds is taken, and never `none`. */
  readonly level?: LocalLevel | undefined;
  /** The user id that samples get when we are root; undefined when we are not. */
  readonly uid: number | undefined;
  readonly start: (level: LocalLevel) => Promise<Zygote>;
  readonly onLog: (line: string) => void;
}

/** Levels from the strongest to the weakest; C needs root, `none` is never tried unasked. */
export function levelsToTry(isRoot: boolean): readonly LocalLevel[] {
  return isRoot ? ['namespaces', 'shared', 'root', 'landlock'] : ['namespaces', 'shared', 'landlock'];
}

/** Tries levels until one passes the probe. */
export async function chooseLevel(options: ChooseLevelOptions): Promise<ChosenLevel> {
  const { level, uid, onLog } = options;
  const isRoot = uid !== undefined;
  const attempts: LevelAttempt[] = [];
  if (level === 'root' && !isRoot)
    throw new BigCodeBenchError('ENGINE', 'Level root needs root: leave out --isolation.');
  for (const candidate of level === undefined ? levelsToTry(isRoot) : [level]) {
    const { zygote, ...attempt } = await tryLevel(candidate, options);
    attempts.push(attempt);
    if (zygote !== undefined) return { level: candidate, zygote, attempts };
    onLog(`level ${candidate} does not hold: ${attempt.reason}`);
  }
  const reasons = attempts.map(({ level: tried, reason }) => `${tried}: ${reason}`).join('; ');
  throw new BigCodeBenchError(
    'ENGINE',
    `No sandbox can be made here (${reasons}); install bubblewrap, or pass --isolation none to run without protection.`,
    { data: { attempts } },
  );
}

async function tryLevel(
  level: LocalLevel,
  { start, uid }: Pick<ChooseLevelOptions, 'start' | 'uid'>,
): Promise<LevelAttempt & { readonly zygote?: Zygote }> {
  let zygote: Zygote | undefined;
  try {
    zygote = await start(level);
    const breaches = level === 'none' ? [] : (await probeZygote(zygote, uid)).breaches;
    if (breaches.length === 0) return { level, holds: true, zygote };
    await zygote.stop();
    return { level, holds: false, reason: `a program inside ${breaches.join(', ')}` };
  } catch (error) {
    await zygote?.stop();
    return { level, holds: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
