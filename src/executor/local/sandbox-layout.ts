/**
 * What a program sees: one fixed tree, whatever the host looks like. `/usr` is the host's, read-only; the Python
 * environment, the runner and a few generated files stand below `/opt/bcb`; everything else does not exist.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import { readJsonAsset } from '../../util/read-asset.ts';
import { words } from '../../util/words.ts';

const at = (name: string) => `/opt/bcb/${name}`;

/** Arguments of bwrap. */
const bind = (from: string, to: string) => ['--ro-bind', from, to];
const link = (target: string, to: string) => ['--symlink', target, to];
const folder = (to: string) => ['--perms', '0755', '--dir', to];

const dataFd = 3;

/** The runner's Python files: `<package>/python`, both from `src` and from `dist`. */
export const runnerFolder = fileURLToPath(new URL('../../../python', import.meta.url));

const systemFolders = words('/bin /sbin /lib /lib32 /lib64 /libx32');
const systemFiles = words(`
  alternatives fonts host.conf ld.so.cache ld.so.conf ld.so.conf.d localtime magic mime.types protocols services ssl
  ca-certificates pki`);
const generatedFiles = words('passwd group hosts nsswitch.conf');
const ownFolders = ['/opt', '/opt/bcb', ...words('lib env env/bin cgroup cpu-group').map(at)];

export function buildLayout(environment: PythonEnvironment) {
  const { nltkData, matplotlibConfig } = environment;
  const python = mountPython(environment);
  const mounts = [...mountSystem(), ...python.mounts, ...bind(runnerFolder, at('runner'))];
  if (nltkData) mounts.push(...bind(nltkData, at('nltk')));
  if (matplotlibConfig) mounts.push(...bind(matplotlibConfig, at('matplotlib')));
  return {
    /** Arguments of bwrap that build the tree, in their order. */
    mounts,
    /** What bwrap reads from descriptor `dataFd`: the content of a file. */
    data: python.venvConfig,
    /** Folders of the host that are mounted, other than the system's own. */
    sources: [runnerFolder, ...python.sources, nltkData, matplotlibConfig].filter((path) => path !== undefined),
    python: at('env/bin/python'),
    runner: at('runner/runner.py'),
    env: {
      ...commonEnv,
      PATH: `${at('env/bin')}:${at('env/scripts')}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      ...(python.hasLibraries && { LD_LIBRARY_PATH: at('lib') }),
      ...(nltkData && { NLTK_DATA: at('nltk') }),
    },
    matplotlibConfig: matplotlibConfig && at('matplotlib'),
  };
}

/** What every program finds in its environment; HOME, TMPDIR and MPLCONFIGDIR are added by the runner. */
export const commonEnv = readJsonAsset<Readonly<Record<string, string>>>('sandbox-env.json');

function mountSystem(): string[] {
  const mounts = bind('/usr', '/usr');
  const ownPackage = dirname(runnerFolder);
  if (ownPackage.startsWith('/usr/')) mounts.push('--tmpfs', ownPackage, '--remount-ro', ownPackage);
  for (const path of systemFolders) {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) mounts.push(...link(readlinkSync(path), path));
    else if (entry?.isDirectory()) mounts.push(...bind(path, path));
  }
  mounts.push(...folder('/etc'));
  for (const path of systemFiles.map((name) => `/etc/${name}`)) {
    if (existsSync(path)) mounts.push(...bind(realpathSync(path), path));
  }
  mounts.push(...generatedFiles.flatMap((name) => bind(join(runnerFolder, 'etc', name), `/etc/${name}`)));
  return [...mounts, ...ownFolders.flatMap(folder)];
}

function mountPython({ root, pythonHome, python }: PythonEnvironment) {
  const real = realpathSync(python);
  const home = realpathSync(pythonHome);
  const inside = relative(home, real);
  if (inside.startsWith('..')) {
    const message = `The interpreter ${real} is not below ${home}; install the environment anew.`;
    throw new BigCodeBenchError('ENVIRONMENT', message);
  }
  const isSystem = home === '/usr' || home.startsWith('/usr/');
  const executable = isSystem ? real : at(`python/${inside}`);
  // Found through LD_LIBRARY_PATH, since a run path may name a folder that is gone.
  const libraries = isSystem ? [] : listLibraries(join(home, 'lib'));
  const venvFile = join(root, 'pyvenv.cfg');
  const isVenv = existsSync(venvFile);
  const [, version = ''] = (isVenv && /^version(?:_info)?\s*=\s*(.*)$/m.exec(readFileSync(venvFile, 'utf8'))) || [];
  return {
    mounts: [
      ...(isSystem ? [] : bind(home, at('python'))),
      ...libraries.flatMap((name) => link(at(`python/lib/${name}`), at(`lib/${name}`))),
      ...['python', 'python3'].flatMap((name) => link(executable, at(`env/bin/${name}`))),
      ...(isVenv ? mountVenv(root) : []),
    ],
    sources: [...(isVenv ? [root] : []), ...(isSystem ? [] : [home])],
    hasLibraries: libraries.length > 0,
    venvConfig: `home = ${dirname(executable)}\ninclude-system-site-packages = false\nversion = ${version}\n`,
  };
}

/** The interpreter's own library, where it is not the system's. */
export function listLibraries(path: string): string[] {
  return existsSync(path) ? readdirSync(path).filter((name) => /^libpython3.*\.so/.test(name)) : [];
}

function mountVenv(root: string): string[] {
  const mounts = ['--perms', '0644', '--file', String(dataFd), at('env/pyvenv.cfg')];
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const to = entry.name === 'bin' ? at('env/scripts') : at(`env/${entry.name}`);
    if (entry.isDirectory()) mounts.push(...bind(join(root, entry.name), to));
    else if (entry.isSymbolicLink()) mounts.push(...link(readlinkSync(join(root, entry.name)), to));
  }
  return mounts;
}
