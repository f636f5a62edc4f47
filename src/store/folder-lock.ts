import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { makeFolder } from '../util/make-folder.ts';
import { parseJson } from '../util/parse-json.ts';
import { requireRegularFile } from '../util/regular-file.ts';
import { errorCodeOf } from '../util/system-error.ts';
import { checkAlive, identifyThisProcess, type ProcessIdentity, processIdentitySchema } from './process-identity.ts';
import { throwStoreError, withStoreErrors } from './store-error.ts';

const heartbeatMs = 10_000;
/** A lock held in another container or on another machine counts as left behind after this long without a heartbeat. */
const silentForMs = 60_000;
const tries = 5;

/**
 * Takes a folder for this process, or throws when a living process has it. Each contender puts down its own file and
 * only then looks for others, so of two that start at once at least one sees the other; locks of the dead are removed.
 */
export async function lockFolder(folder: string): Promise<AsyncDisposable> {
  const self = await identifyThisProcess();
  for (let attempt = 1; ; attempt++) {
    const mine = join(folder, `lock-${self.pid}-${randomBytes(4).toString('hex')}`);
    await withStoreErrors(folder, async () => {
      await makeFolder(folder);
      // Renamed into place, so that even after a kill there is never a lock without its owner's name.
      await writeFile(`${mine}.new`, JSON.stringify(self), { flag: 'wx' });
      await rename(`${mine}.new`, mine);
    });
    const holder = await findLivingHolder(folder, mine);
    if (holder === undefined) return holdLock(mine);
    await rm(mine, { force: true });
    if (attempt === tries) throw lockedError(folder, holder);
    // Two that started at once both stepped back: they come again at different moments.
    await sleep(10 + Math.random() * 40);
  }
}

function holdLock(path: string): AsyncDisposable {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, heartbeatMs);
  heartbeat.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat);
      await rm(path, { force: true });
    },
  };
}

/** Whether a living process holds the folder; nothing is taken, touched or cleaned up. */
export async function isFolderLocked(folder: string): Promise<boolean> {
  for (const path of await listLocks(folder)) if (await findOwner(path)) return true;
  return false;
}

async function findLivingHolder(folder: string, mine: string): Promise<ProcessIdentity | undefined> {
  for (const path of await listLocks(folder)) {
    if (path === mine) continue;
    const owner = await findOwner(path);
    if (owner) return owner;
    await rm(path, { force: true });
  }
  return undefined;
}

async function listLocks(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /^lock-\d+-[0-9a-f]+$/.test(name)).map((name) => join(folder, name));
}

/** The process that holds this lock; undefined when it is dead, or has been silent for too long elsewhere. */
async function findOwner(path: string): Promise<ProcessIdentity | undefined> {
  const lock = await readLock(path);
  if (!lock) return undefined;
  const life = await checkAlive(lock.identity);
  return life === 'alive' || (life === 'unknown' && lock.silentMs < silentForMs) ? lock.identity : undefined;
}

/** Undefined when the lock is gone meanwhile, or does not name an owner. */
async function readLock(path: string): Promise<{ identity: ProcessIdentity; silentMs: number } | undefined> {
  try {
    await requireRegularFile(path);
    const silentMs = Date.now() - (await stat(path)).mtimeMs;
    const parsed = processIdentitySchema.safeParse(parseJson(await readFile(path, 'utf8')));
    return parsed.success ? { identity: parsed.data, silentMs } : undefined;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throwStoreError(error, path);
  }
}

function lockedError(folder: string, holder: ProcessIdentity): BigCodeBenchError {
  const host = holder.place.split(' ')[0];
  const message = `Process ${holder.pid} on ${host} is already working on ${folder}: wait for it, or stop it and try again.`;
  return new BigCodeBenchError('STORE', message, { data: { folder, pid: holder.pid, host }, isRetryable: true });
}
