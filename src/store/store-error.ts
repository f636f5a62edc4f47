import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import { errorCodeOf } from '../util/system-error.ts';

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Why a file cannot be written. Only kernel file systems such as /proc say ENOENT of a new name in a folder that exists. */
const reasons = readJsonAsset<Readonly<Record<string, string>>>('store-faults.json');

/** Does the work; what the system says about the file becomes one sentence. */
export async function withStoreErrors<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throwStoreError(cause, path);
  }
}

/** Says in one sentence why a file of ours could not be used. A full disk leaves a run incomplete, not wrong. */
export function throwStoreError(cause: unknown, path: string): never {
  const code = errorCodeOf(cause);
  if (code === undefined) throw cause;
  const data = { file: path, code };
  if (noSpace.has(code)) {
    const message = `No space left for ${path} (${code}): free some space and rerun the same command; finished work is saved.`;
    throw new BigCodeBenchError('INCOMPLETE', message, { cause, data, isRetryable: true });
  }
  const message = reasons[code]
    ? `${path} cannot be written (${reasons[code]}): make its folder writable or name another with --out.`
    : `${path} could not be read or written (${code}): check the disk.`;
  throw new BigCodeBenchError('STORE', message, { cause, data });
}

/** Whether what was thrown means that the disk, or what may be used of it, is full. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof BigCodeBenchError && typeof error.data.code === 'string' && noSpace.has(error.data.code);
}
