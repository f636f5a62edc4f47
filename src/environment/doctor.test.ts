import { describe, expect, it } from 'vitest';
import type { Execution } from '../schema/execution.ts';
import { examineFeatures } from './attest-sandbox.ts';
import { diagnose, type Examination, isTrusted, listLostTasks } from './diagnose.ts';
import { examineMachine } from './examine-machine.ts';
import type { InstalledEnvironment } from './load-environment.ts';
import type { Manifest } from './manifest.ts';
import { loadTaskNeeds, parseRanges } from './task-needs.ts';

const needs = await loadTaskNeeds();
const machine = { ...(await examineMachine('/')), memoryMb: 16_000, isContainer: false };
const stdlib = ['bz2', 'ctypes', 'curses', 'lzma', 'sqlite3', 'ssl', 'tkinter', 'turtle'];

function createInstalled(changes: Partial<Manifest> = {}): InstalledEnvironment {
  const manifest: Manifest = {
    version: 2,
    profile: 'full',
    pythonVersion: '3.10.13',
    pythonExecutable: '/p',
    pythonHome: '/h',
    platform: 'linux-x86_64',
    lockHash: '',
    stdlib,
    distributions: [],
    filesDigest: '',
    installedAt: '',
    installer: 'uv',
    ...changes,
  };
  const { profile, pythonVersion, pythonHome } = manifest;
  const environment = { profile, pythonVersion, pythonHome, root: '', python: '', fingerprint: 'f', modules: [] };
  return { folder: '/e', manifest, environment };
}

const sound: Examination = {
  machine,
  needs,
  environment: { installed: createInstalled(), lock: [], problems: [] },
  sandbox: { level: 'namespaces', libraries: [], features: [] },
};
const toId = (number: number) => `BigCodeBench/${number}`;
const bad = (examination: Examination) => diagnose(examination).filter(({ severity }) => severity === 'bad');

describe('task needs', () => {
  it('reads ranges', () => {
    expect(parseRanges('1-3,7')).toEqual([1, 2, 3, 7]);
    expect(parseRanges('')).toEqual([]);
  });

  it('knows the tasks of a library and of what requires it', () => {
    expect(needs.ofDistribution('setuptools')).toContain('BigCodeBench/227');
    expect(needs.ofDistribution('tensorflow-cpu')).toEqual([289, 417, 418, 419].map(toId));
    expect(needs.ofDistribution('fiona')).toEqual(needs.ofModules(['geopandas']));
    expect(needs.ofDistribution('numpy').length).toBeGreaterThan(needs.ofModules(['numpy']).length);
    expect(needs.ofFeature('nltk-data')).toHaveLength(18);
    expect(needs.ofDistribution('no-such-library')).toEqual([]);
  });
});

describe('diagnose', () => {
  it('finds nothing bad on a sound machine, and says which tasks need the network', () => {
    expect(diagnose(sound)).toEqual([
      {
        severity: 'note',
        sentence: expect.stringContaining('network'),
        tasks: [101, 176, 314, 590, 1005, 1012].map(toId),
      },
    ]);
  });

  it('names the tasks affected by a library without a wheel', () => {
    const lock = [{ name: 'wordcloud', version: '1.9.3', isAvailable: false }];
    const environment = { installed: createInstalled({ platform: 'linux-aarch64' }), lock, problems: [] };
    const libraries = [{ name: 'wordcloud', version: '1.9.3', isImportable: false, modules: [] }];
    const findings = bad({ ...sound, environment, sandbox: { level: 'namespaces', libraries, features: [] } });
    expect(findings).toMatchObject([{ sentence: expect.stringContaining('linux-aarch64'), tasks: [34, 59].map(toId) }]);
  });

  it('names what was changed, what cannot be imported and what does not work', () => {
    const problems = [{ kind: 'version', name: 'xmltodict', detail: '1.0 instead of 0.13.0' } as const];
    const libraries = [
      { name: 'rsa', version: '4.9', isImportable: false, modules: ['rsa'], reason: 'ImportError: x' },
    ];
    const features = [{ name: 'nltk-data', works: false, reason: 'LookupError' }];
    const findings = bad({
      ...sound,
      environment: { installed: createInstalled(), lock: [], problems },
      sandbox: { level: 'namespaces', libraries, features },
    });
    expect(findings.map(({ sentence }) => sentence.split(/[: ]/)[0])).toEqual(['xmltodict', 'rsa', 'NLTK']);
    expect(findings.every(({ tasks }) => tasks.length > 0)).toBe(true);
  });

  it('reports a Python without tkinter, a missing environment, no sandbox, and one turned off', () => {
    const installed = createInstalled({ stdlib: stdlib.filter((name) => !['tkinter', 'turtle'].includes(name)) });
    const lacking = bad({ ...sound, environment: { installed, lock: [], problems: [] } });
    expect(lacking.flatMap(({ tasks }) => tasks)).toEqual(needs.ofModules(['turtle']));
    expect(bad({ machine, needs })).toMatchObject([{ sentence: 'No Python environment is installed.' }]);
    const { sandbox: _, ...without } = sound;
    expect(bad({ ...without, sandboxFault: 'No sandbox can be made here.' })).toHaveLength(1);
    expect(bad({ ...sound, sandbox: { level: 'none', libraries: [], features: [] } })).toHaveLength(1);
  });

  it('ignores what no task of the profile needs', async () => {
    const starter = await loadTaskNeeds([
      { id: 'Starter/0', libs: ['datetime'] },
      { id: 'Starter/1', libs: ['sqlite3', 'pandas'] },
    ]);
    const lacking = (...names: string[]): Examination => {
      const installed = createInstalled({ profile: 'starter', stdlib: stdlib.filter((name) => !names.includes(name)) });
      return { ...sound, needs: starter, environment: { installed, lock: [], problems: [] } };
    };
    expect(bad(lacking('tkinter', 'turtle'))).toEqual([]);
    expect(bad(lacking('sqlite3'))).toMatchObject([{ tasks: ['Starter/1'] }]);
    expect(isTrusted(diagnose(lacking('sqlite3')), starter)).toBe(false);
  });

  it('trusts a machine on which few tasks are affected, like `--min-gt`, and names them', () => {
    const installed = createInstalled({ stdlib: stdlib.filter((name) => name !== 'turtle') });
    const findings = diagnose({ ...sound, environment: { installed, lock: [], problems: [] } });
    expect(isTrusted(findings, needs)).toBe(true);
    expect(listLostTasks(findings)).toEqual(needs.ofModules(['turtle']));
    const none = diagnose({ ...sound, sandbox: { level: 'none', libraries: [], features: [] } });
    expect(isTrusted(none, needs)).toBe(false);
  });

  it('says what a weak sandbox lacks and how to get a better one', () => {
    const [weak] = diagnose({ ...sound, sandbox: { level: 'landlock', libraries: [], features: [] } });
    expect(weak).toMatchObject({ severity: 'note', fix: expect.stringContaining('apt-get install bubblewrap') });
  });
});

describe('examineFeatures', () => {
  const execute = (execution: Partial<Execution>) =>
    async function* () {
      yield { tests: [], outcome: 'pass', ...execution } as unknown as Execution;
    };

  it('reads the outcome of each probe', async () => {
    const tests = [
      { name: 'TestCases.test_nltk_data', outcome: 'error' as const, ms: 1, message: 'Traceback\nLookupError: punkt' },
      { name: 'test_utf8', outcome: 'pass' as const, ms: 1 },
    ];
    expect(await examineFeatures(execute({ tests, outcome: 'error' }))).toEqual([
      { name: 'nltk-data', works: false, reason: 'LookupError: punkt' },
      { name: 'utf8', works: true },
    ]);
  });

  it('says so if the program did not even start', async () => {
    const failed = await examineFeatures(execute({ outcome: 'engine-error', reason: 'the sandbox died' }));
    expect(failed).toEqual([{ name: 'sandbox', works: false, reason: 'the sandbox died' }]);
  });
});
