import { errorCodeOf } from './system-error.ts';

/** Signals a process group by the process that leads it; one that is gone already needs none. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (errorCodeOf(error) !== 'ESRCH') throw error;
  }
}
