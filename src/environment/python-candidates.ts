import { readdir } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface CandidateOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly dataFolder: string;
}

/** Paths where a Python of this minor version (`3.10`) may be, likeliest first. They need not exist. */
export async function listPythonCandidates(minor: string, options: CandidateOptions): Promise<string[]> {
  const { variables, dataFolder } = options;
  const path = (variables.PATH ?? '').split(':').filter((folder) => folder !== '');
  const homes = listHomes(variables);
  const program = `python${minor}`;
  const versionFolders = [
    // A shim may refuse to start ("command not found") while the versions next to it work, whatever HOME is.
    ...path.filter((folder) => basename(folder) === 'shims').map((folder) => join(dirname(folder), 'versions')),
    ...[variables.PYENV_ROOT ?? '', ...homes.map((home) => join(home, '.pyenv'))]
      .filter((root) => root !== '')
      .map((root) => join(root, 'versions')),
    ...homes.map((home) => join(home, '.asdf', 'installs', 'python')),
    ...homes.map((home) => join(home, '.local', 'share', 'mise', 'installs', 'python')),
  ];
  const uvFolders = [
    variables.UV_PYTHON_INSTALL_DIR ?? '',
    variables.XDG_DATA_HOME ? join(variables.XDG_DATA_HOME, 'uv', 'python') : '',
    ...homes.map((home) => join(home, '.local', 'share', 'uv', 'python')),
    fetchedPythonFolder(dataFolder),
  ].filter((folder) => folder !== '');
  const versions = await Promise.all(versionFolders.map((folder) => listMatching(folder, `${minor}.`)));
  const managed = await Promise.all(uvFolders.map((folder) => listMatching(folder, `cpython-${minor}.`)));
  const installed = [...versions.flat(), ...managed.flat()].map((folder) => join(folder, 'bin', program));
  const usual = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];
  const plain = path.flatMap((folder) => [join(folder, 'python3'), join(folder, 'python')]);
  return [...new Set([...[...path, ...usual].map((folder) => join(folder, program)), ...installed, ...plain])];
}

/** Where uv puts the interpreters it downloads for us. */
export function fetchedPythonFolder(dataFolder: string): string {
  return join(dataFolder, 'python');
}

/** The user's home according to HOME and according to the system; they differ under `sudo` and in CI. */
function listHomes(variables: CandidateOptions['variables']): string[] {
  const homes = [variables.HOME ?? ''];
  for (const ask of [homedir, () => userInfo().homedir]) {
    try {
      homes.push(ask());
    } catch {
      // The user has no entry in the system's database.
    }
  }
  return [...new Set(homes.filter((home) => home !== ''))];
}

/** Folders whose name starts with the prefix, newest version first. */
async function listMatching(folder: string, prefix: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const newestFirst = new Intl.Collator('en', { numeric: true });
  return names
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => newestFirst.compare(b, a))
    .map((name) => join(folder, name));
}
