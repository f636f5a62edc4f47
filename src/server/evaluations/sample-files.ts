import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { Storage } from './storage.ts';

/** `hash`: SHA-256 of its content. */
export type SampleFile = Readonly<Record<'path' | 'hash', string>>;

/** What a caller is given for a file: nothing of the machine's folders shows in it. */
export function nameOf({ hash, path }: SampleFile): string {
  return `/samples/${hash}/${path.slice(path.lastIndexOf('/') + 1)}`;
}

export type SampleFiles = ReturnType<typeof createSampleFiles>;

/** Files of samples that callers sent, by owner and content. Their names are kept: they say who answered. */
export function createSampleFiles(root: string, storage: Pick<Storage, 'arrive' | 'settle'>) {
  return {
    async save(owner: string, name: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
      const folder = join(root, owner);
      const temporary = join(folder, `.${randomUUID()}.tmp`);
      const digest = createHash('sha256');
      let [arrived, kept] = [0, 0];
      async function* measure() {
        for await (const chunk of content) {
          digest.update(chunk);
          arrived += chunk.length;
          storage.arrive(chunk.length);
          yield chunk;
        }
      }
      try {
        await writeFileAtomic(temporary, measure());
        const hash = digest.digest('hex');
        await mkdir(join(folder, hash), { recursive: true });
        const path = join(folder, hash, safeName(name));
        await rename(temporary, path);
        kept = arrived;
        return { path, hash };
      } finally {
        storage.settle(arrived, kept);
        await rm(temporary, { force: true });
      }
    },
    /** A file of an owner by its name, as `nameOf` gave it; any other name is not found. */
    async find(owner: string, name: string): Promise<SampleFile> {
      const [, hash = '', file = ''] = /^\/samples\/([0-9a-f]{64})\/([^/]+)$/.exec(name) ?? [];
      const path = join(root, owner, hash, safeName(file));
      const isThere = hash !== '' && (await stat(path).catch(() => undefined))?.isFile();
      if (!isThere) throw new RequestFault(404, 'The samples were not uploaded to this server: send them again.');
      return { path, hash };
    },
  };
}

/** A plain file name: no folder, nothing hidden, of a length that every file system takes. */
function safeName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those must not get into a file name
  const plain = base.replace(/[\x00-\x1f]/g, '').replace(/^\.+/, '');
  return plain === '' ? 'samples.jsonl' : plain.slice(-200);
}
