/**
 * What a program sees: one fixed tree, whatever the host looks like. `/usr` is the host's, read-only; the Python
 * environment, the runner and a few generated files stand below `/opt/bcb`; everything else does not exist.
 */
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { PythonEnvironment } from '../../schema/python-environment.ts';

export const sandboxRoot = '/opt/bcb';
const at = (name: string) => `${sandboxRoot}/${name}`;

/** A step of building the tree, in order. `from` is a path of the host. */
export type LayoutStep =
  | { readonly kind: 'bind'; readonly from: string; readonly to: string }
  | { readonly kind: 'link'; readonly target: string; readonly to: string }
  | { readonly kind: 'folder'; readonly to: string }
  /** A file with the layout's `data` as its content. */
  | { readonly kind: 'data'; readonly to: string };

export interface SandboxLayout {
  readonly steps: readonly LayoutStep[];
  readonly data: string;
  /** Folders of the host that the steps bind from, other than the system's own. */
  readonly sources: readonly string[];
  readonly python: string;
  readonly runner: string;
  readonly env: Readonly<Record<string, string>>;
  readonly matplotlibConfig?: string;
}

/** The runner's Python files: `<package>/python`, both from `src` and from `dist`. */
export const runnerFolder = fileURLToPath(new URL('../../../python', import.meta.url));

const systemFiles = [
  'alternatives',
  'fonts',
  'host.conf',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'magic',
  'mime.types',
  'protocols',
  'services',
  'ssl',
  'ca-certificates',
  'pki',
];
const generatedFiles = ['passwd', 'group', 'hosts', 'nsswitch.conf'];

export function buildLayout(environment: PythonEnvironment, runner = runnerFolder): SandboxLayout {
  const python = locatePython(environment);
  const steps: LayoutStep[] = [...systemSteps(runner), ...pythonSteps(environment, python)];
  const sources = [runner, ...python.sources];
  steps.push({ kind: 'bind', from: runner, to: at('runner') });
  if (environment.nltkData) {
    steps.push({ kind: 'bind', from: environment.nltkData, to: at('nltk') });
    sources.push(environment.nltkData);
  }
  if (environment.matplotlibConfig) {
    steps.push({ kind: 'bind', from: environment.matplotlibConfig, to: at('matplotlib') });
    sources.push(environment.matplotlibConfig);
  }
  return {
    steps,
    data: python.venvConfig,
    sources,
    python: at('env/bin/python'),
    runner: at('runner/zygote.py'),
    env: {
      ...commonEnv,
      PATH: `${at('env/bin')}:${at('env/scripts')}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      ...(python.libraries.length > 0 && { LD_LIBRARY_PATH: at('lib') }),
      ...(environment.nltkData && { NLTK_DATA: at('nltk') }),
    },
    ...(environment.matplotlibConfig && { matplotlibConfig: at('matplotlib') }),
  };
}

/** What every program finds in its environment; HOME, TMPDIR and MPLCONFIGDIR are added by the runner. */
export const commonEnv: Readonly<Record<string, string>> = {
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  USER: 'user',
  LOGNAME: 'user',
  SHELL: '/bin/sh',
  MPLBACKEND: 'Agg',
  OMP_NUM_THREADS: '1',
  OPENBLAS_NUM_THREADS: '1',
  MKL_NUM_THREADS: '1',
  NUMEXPR_NUM_THREADS: '1',
  TF_CPP_MIN_LOG_LEVEL: '3',
  TF_ENABLE_ONEDNN_OPTS: '0',
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONNOUSERSITE: '1',
};

function systemSteps(runner: string): LayoutStep[] {
  const steps: LayoutStep[] = [{ kind: 'bind', from: '/usr', to: '/usr' }];
  for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']) {
    const path = `/${name}`;
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry?.isSymbolicLink()) steps.push({ kind: 'link', target: readlinkSync(path), to: path });
    else if (entry?.isDirectory()) steps.push({ kind: 'bind', from: path, to: path });
  }
  steps.push({ kind: 'folder', to: '/etc' });
  for (const name of systemFiles) {
    if (existsSync(`/etc/${name}`))
      steps.push({ kind: 'bind', from: realpathSync(`/etc/${name}`), to: `/etc/${name}` });
  }
  for (const name of generatedFiles) {
    steps.push({ kind: 'bind', from: join(runner, 'etc', name), to: `/etc/${name}` });
  }
  for (const folder of ['/opt', sandboxRoot, at('lib'), at('env'), at('env/bin'), at('cgroup')]) {
    steps.push({ kind: 'folder', to: folder });
  }
  return steps;
}

interface PythonLocation {
  /** The interpreter as the sandbox sees it. */
  readonly executable: string;
  readonly isVenv: boolean;
  readonly isSystem: boolean;
  /** `libpython*.so` files of the host: found through LD_LIBRARY_PATH, since a run path may name a place that is gone. */
  readonly libraries: readonly string[];
  readonly sources: readonly string[];
  readonly venvConfig: string;
}

function locatePython({ root, pythonHome, python }: PythonEnvironment): PythonLocation {
  const real = realpathSync(python);
  const home = realpathSync(pythonHome);
  const inside = relative(home, real);
  if (inside.startsWith('..')) {
    throw new BigCodeBenchError(
      'ENVIRONMENT',
      `The interpreter ${real} is not below ${home}; install the environment anew.`,
    );
  }
  const isSystem = home === '/usr' || home.startsWith('/usr/');
  const executable = isSystem ? real : at(`python/${inside}`);
  const isVenv = existsSync(join(root, 'pyvenv.cfg'));
  const version = isVenv
    ? /^version(?:_info)?\s*=\s*(.*)$/m.exec(readFileSync(join(root, 'pyvenv.cfg'), 'utf8'))?.[1]
    : '';
  return {
    executable,
    isVenv,
    isSystem,
    libraries: isSystem ? [] : librariesOf(home),
    sources: [...(isVenv ? [root] : []), ...(isSystem ? [] : [home])],
    venvConfig: `home = ${dirname(executable)}\ninclude-system-site-packages = false\nversion = ${version ?? ''}\n`,
  };
}

function librariesOf(home: string): string[] {
  const folder = join(home, 'lib');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^libpython3.*\.so/.test(name))
    .map((name) => join(folder, name));
}

function pythonSteps({ root, pythonHome }: PythonEnvironment, python: PythonLocation): LayoutStep[] {
  const steps: LayoutStep[] = [];
  if (!python.isSystem) steps.push({ kind: 'bind', from: realpathSync(pythonHome), to: at('python') });
  for (const library of python.libraries) {
    steps.push({
      kind: 'link',
      target: at(`python/lib/${library.slice(library.lastIndexOf('/') + 1)}`),
      to: at(`lib/${library.slice(library.lastIndexOf('/') + 1)}`),
    });
  }
  for (const name of ['python', 'python3'])
    steps.push({ kind: 'link', target: python.executable, to: at(`env/bin/${name}`) });
  if (!python.isVenv) return steps;
  steps.push({ kind: 'data', to: at('env/pyvenv.cfg') });
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const to = entry.name === 'bin' ? at('env/scripts') : at(`env/${entry.name}`);
    if (entry.isDirectory()) steps.push({ kind: 'bind', from: join(root, entry.name), to });
    else if (entry.isSymbolicLink()) steps.push({ kind: 'link', target: readlinkSync(join(root, entry.name)), to });
  }
  return steps;
}
