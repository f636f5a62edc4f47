import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { errorCodeOf } from '../util/system-error.ts';

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const notWritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

/** Says in one sentence why a file of ours could not be written. A full disk leaves a run incomplete, not wrong. */
export function toStoreError(cause: unknown, path: string): unknown {
  const code = errorCodeOf(cause);
  if (code === undefined) return cause;
  const data = { file: path, code };
  if (noSpace.has(code)) {
    return new BigCodeBenchError(
      'INCOMPLETE',
      `No space left for ${path} (${code}): make room and type the same command again; what was finished is kept.`,
      { cause, data, isRetryable: true },
    );
  }
  if (notWritable.has(code)) {
    return new BigCodeBenchError(
      'STORE',
      `${path} cannot be written (${code}): make its folder writable or name another with --out.`,
      { cause, data },
    );
  }
  return new BigCodeBenchError('STORE', `${path} could not be read or written (${code}): check the disk.`, {
    cause,
    data,
  });
}
