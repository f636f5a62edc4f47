import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { profileSchema } from '../schema/python-environment.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { parseJson } from '../util/parse-json.ts';

/** The content of `environment.json`, the file that makes a folder an environment. */
const manifestSchema = z.object({
  version: z.literal(2),
  profile: profileSchema,
  pythonVersion: z.string(),
  /** The virtual environment's base interpreter and its folder. */
  pythonExecutable: z.string(),
  pythonHome: z.string(),
  /** `linux-x86_64`. */
  platform: z.string(),
  lockHash: z.string(),
  /** Of a dated lock, which the folder has a copy of. */
  lockDate: z.string().optional(),
  /** Standard library modules that this Python was built with. */
  stdlib: z.array(z.string()),
  distributions: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      /** Importable top-level names. */
      modules: z.array(z.string()),
      /** SHA-256 of the installer's list of files. */
      recordHash: z.string(),
    }),
  ),
  /** Names, sizes and times of all code files at the end of the installation. */
  filesDigest: z.string(),
  /** Name of the folder below `nltk/` in the data folder: the first digits of the data's hash. */
  nltk: z.string().optional(),
  /** Hash of matplotlib's font cache, if matplotlib is installed. */
  fonts: z.string().optional(),
  installedAt: z.string(),
  installer: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;

const fileName = 'environment.json';

/** Undefined if the folder is not an environment, or has an unknown version. */
export async function readEnvironmentManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => '');
  return manifestSchema.safeParse(parseJson(text)).data;
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFileAtomic(join(folder, fileName), `${JSON.stringify(manifest, null, 1)}\n`);
}

export function layoutOf(folder: string, pythonVersion: string) {
  const root = join(folder, 'venv');
  const [major, minor] = pythonVersion.split('.');
  return {
    root,
    python: join(root, 'bin', 'python'),
    sitePackages: join(root, 'lib', `python${major}.${minor}`, 'site-packages'),
    matplotlibConfig: join(folder, 'matplotlib'),
  };
}

export function environmentsFolder(dataFolder: string): string {
  return join(dataFolder, 'environments');
}

export function nltkFolder(dataFolder: string): string {
  return join(dataFolder, 'nltk');
}
