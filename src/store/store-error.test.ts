import { expect, it } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { isFullDisk, withStoreErrors } from './store-error.ts';

const systemError = (code: string) => Object.assign(new Error(code), { code, syscall: 'write' });

it.each([
  ['ENOSPC', 'INCOMPLETE', true],
  ['EDQUOT', 'INCOMPLETE', true],
  ['EACCES', 'STORE', false],
  ['EIO', 'STORE', false],
])('tells %s in one sentence', async (errno, code, isFull) => {
  const failing = withStoreErrors('/out/file', () => Promise.reject(systemError(errno)));
  const error = await failing.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code, message: expect.stringMatching(/\/out\/file .*\.$/) });
  expect(isFullDisk(error)).toBe(isFull);
});

it('leaves everything else alone, and takes no other incomplete run for a full disk', async () => {
  const reason = new BigCodeBenchError('INCOMPLETE', 'The sandbox failed.');
  await expect(withStoreErrors('/out/file', () => Promise.reject(reason))).rejects.toBe(reason);
  expect(isFullDisk(reason)).toBe(false);
  expect(await withStoreErrors('/out/file', async () => 17)).toBe(17);
});
