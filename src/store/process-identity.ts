import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Names one process for ever: numbers are reused, a number with its start time on one boot of one machine is not. */
export const processIdentitySchema = z.object({
  pid: z.number().int(),
  /** Clock ticks after boot; absent where the system does not tell. */
  startedAt: z.string().optional(),
  /** Host, boot and process namespace: numbers mean something only inside one. */
  place: z.string(),
});

export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

export async function identifyThisProcess(): Promise<ProcessIdentity> {
  const startedAt = await startTimeOf(process.pid);
  const place = await identifyPlace();
  return { pid: process.pid, ...(startedAt === undefined ? {} : { startedAt }), place };
}

/** Whether the process runs; `unknown` for one in another container or on another machine. */
export async function checkAlive(identity: ProcessIdentity): Promise<'alive' | 'dead' | 'unknown'> {
  if (identity.place !== (await identifyPlace())) return 'unknown';
  if (!respondsToSignal(identity.pid)) return 'dead';
  const startedAt = await startTimeOf(identity.pid);
  return identity.startedAt === startedAt ? 'alive' : 'dead';
}

async function identifyPlace(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), boot.trim(), namespace].join(' ').trim();
}

async function startTimeOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field is the program's name in parentheses and may hold anything; start time is field 22.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function respondsToSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
