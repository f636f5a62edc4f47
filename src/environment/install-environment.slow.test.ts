import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worldOf } from '../schema/python-environment.ts';
import { skipFor } from '../util/testing/needs.ts';
import { checkSpace, installEnvironment } from './install-environment.ts';
import { listMissing, loadEnvironment } from './load-environment.ts';
import { layoutOf } from './manifest.ts';
import { createTinyProfile, type TinyProfile } from './testing/tiny-profile.ts';
import { checkEnvironment, verifyEnvironment } from './verify-environment.ts';

let tiny: TinyProfile;

beforeEach(async (context) => {
  const created = await createTinyProfile();
  if (!created) skipFor(context, 'uv');
  else tiny = created;
});

afterEach(() => tiny?.[Symbol.dispose]());

const environmentsOf = () => readdirSync(join(tiny.options.dataFolder, 'environments')).sort();
const leftovers = () => environmentsOf().filter((name) => name !== '.lock' && !name.startsWith('starter-'));

describe('installEnvironment', () => {
  it('installs what the lock lists, and finds it installed the second time', async () => {
    const first = await installEnvironment(tiny.options);
    const second = await installEnvironment(tiny.options);
    expect([first.isNew, second.isNew]).toEqual([true, false]);
    expect(second.installed).toEqual(first.installed);
    expect(leftovers()).toEqual([]);
    const { environment } = first.installed;
    expect(listMissing(environment, ['tinyone', 'tinytwo', 'json', 'numpy'])).toEqual(['numpy']);
    expect(await verifyEnvironment(first.installed, tiny.options)).toEqual([]);
  });

  it('keeps a dated lock with what was built from it: an older one stays usable beside a newer one', async () => {
    const wheel = (version: string) => ({ name: 'tinyone', version, hash: tiny.addWheel('tinyone', version, content) });
    const content = { 'tinyone/__init__.py': 'VALUE = 1\n' };
    const { dataFolder, lockFolder } = tiny.options;
    const [major, minor] = tiny.python.version.split('.');
    const path = join(lockFolder, `modern-cp${major}${minor}.txt`);
    const options = { ...tiny.options, profile: 'modern' as const, python: `${major}.${minor}` };
    const installOf = async (date: string, version: string) => {
      const { name, hash } = wheel(version);
      const head = `# Python ${major}.${minor}, ${date}. Written by hand.\n`;
      writeFileSync(path, `${head}${name}==${version} \\\n    --hash=sha256:${hash}\n`);
      return (await installEnvironment(options)).installed;
    };
    const old = await installOf('2026-01-31', '1.1');
    const later = await installOf('2026-02-28', '1.2');
    expect(later.folder).not.toBe(old.folder);
    expect([await checkEnvironment(old), await checkEnvironment(later)]).toEqual([[], []]);
    expect(worldOf(old.environment.fingerprint)).toBe(`modern-cp${major}${minor}-2026-01-31`);
    const load = async (name: string) => (await loadEnvironment({ dataFolder, path: name })).folder;
    expect(await load('modern')).toBe(later.folder);
    expect(await load(`modern-cp${major}${minor}-2026-01-31`)).toBe(old.folder);
    await expect(load('modern-cp27')).rejects.toThrow('bcb env install --profile modern');
    await expect(loadEnvironment({ dataFolder })).rejects.toThrow('No Python environment is installed');
  });

  it('works after being moved: interpreter, programs, bytecode', async () => {
    const { installed } = await installEnvironment(tiny.options);
    const { python, root } = installed.environment;
    const run = (...command: [string, ...string[]]) => execFileSync(command[0], command.slice(1), { encoding: 'utf8' });
    expect(run(python, '-I', '-c', 'import tinyone; print(tinyone.VALUE, tinyone.__file__)')).toContain(`1 ${root}`);
    expect(run(join(root, 'bin', 'tinyone-program'))).toBe('1\n');
    const { sitePackages } = layoutOf(installed.folder, installed.manifest.pythonVersion);
    expect(readdirSync(join(sitePackages, 'tinyone', '__pycache__'))).toHaveLength(1);
    expect(existsSync(join(sitePackages, 'tinyone', 'tests', 'test_it.py'))).toBe(false);
  });

  it('two installers at once build one environment, which both use', async () => {
    const steps: string[] = [];
    const onStep = ({ step }: { step: string }) => steps.push(step);
    const [one, two] = await Promise.all([
      installEnvironment({ ...tiny.options, onStep }),
      installEnvironment({ ...tiny.options, onStep }),
    ]);
    expect([one.isNew, two.isNew].sort()).toEqual([false, true]);
    expect(one.installed.folder).toBe(two.installed.folder);
    expect(steps.filter((step) => step === 'uv')).toHaveLength(1);
    expect(steps).toContain('wait');
  });

  it('rejects a file with another hash and leaves nothing behind', async () => {
    tiny.addWheel('tinyone', '1.0', { 'tinyone/__init__.py': 'VALUE = "evil"\n' });
    await expect(installEnvironment(tiny.options)).rejects.toThrow(/hash/);
    expect(environmentsOf()).toEqual(['.lock']);
  });

  it('says so if the index lacks a library, and leaves nothing behind', async () => {
    tiny.writeLock([{ name: 'tinyone', version: '9.9', hash: '0'.repeat(64) }]);
    const failing = installEnvironment(tiny.options);
    await expect(failing).rejects.toMatchObject({ code: 'NETWORK', message: expect.stringContaining('tinyone') });
    expect(environmentsOf()).toEqual(['.lock']);
  });

  it('says so if the folder cannot be created', async () => {
    const file = join(tiny.folder, 'file');
    writeFileSync(file, '');
    const failing = installEnvironment({ ...tiny.options, dataFolder: join(file, 'below') });
    await expect(failing).rejects.toThrow('set BCB_DATA_DIR to a writable folder');
  });

  it('stops when told to, and leaves no half environment', async () => {
    const controller = new AbortController();
    const onStep = ({ step }: { step: string }) => step === 'bytecode' && controller.abort(new Error('enough'));
    await expect(installEnvironment({ ...tiny.options, onStep, signal: controller.signal })).rejects.toThrow('enough');
    expect(environmentsOf().filter((name) => name.startsWith('starter-') || name.startsWith('.building'))).toEqual([]);
    expect((await installEnvironment(tiny.options)).isNew).toBe(true);
  });

  it('rebuilds what was changed by hand', async () => {
    const { installed } = await installEnvironment(tiny.options);
    const { sitePackages } = layoutOf(installed.folder, installed.manifest.pythonVersion);
    rmSync(join(sitePackages, 'tinytwo.py'));
    const again = await installEnvironment(tiny.options);
    expect(again.isNew).toBe(true);
    expect(existsSync(join(sitePackages, 'tinytwo.py'))).toBe(true);
    expect(leftovers()).toEqual([]);
  });

  it('survives kill -9 at any moment: the next one completes, and nothing half-built is ever used', async () => {
    // Spread over the phases of an installation; where exactly they fall differs from machine to machine.
    for (const afterMs of [300, 700, 1100, 1500, 2200]) {
      const child = startInstaller();
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      child.kill('SIGKILL');
      await child.ended;
      for (const { environment } of await loadEnvironment({ dataFolder: tiny.options.dataFolder }).then(
        (each) => [each],
        () => [],
      )) {
        expect(
          execFileSync(environment.python, ['-c', 'import tinyone, tinytwo; print("ok")'], { encoding: 'utf8' }),
        ).toBe('ok\n');
      }
    }
    const { installed } = await installEnvironment(tiny.options);
    expect(await verifyEnvironment(installed, tiny.options)).toEqual([]);
    expect(leftovers()).toEqual([]);
  });
});

describe('checkEnvironment and verifyEnvironment', () => {
  const bothNames = async () => {
    const installed = await loadEnvironment({ dataFolder: tiny.options.dataFolder });
    const names = async (check: typeof verifyEnvironment) =>
      (await check(installed, tiny.options)).map(({ kind, name }) => `${kind} ${name}`);
    return { quick: await names(checkEnvironment), whole: await names(verifyEnvironment) };
  };

  it('name what was upgraded, added, changed and deleted', async () => {
    const { installed } = await installEnvironment(tiny.options);
    const { fingerprint } = installed.environment;
    const { sitePackages } = layoutOf(installed.folder, installed.manifest.pythonVersion);

    writeFileSync(join(sitePackages, 'sitecustomize.py'), 'print("here")\n');
    expect(await bothNames()).toEqual({ quick: ['changed files'], whole: ['added sitecustomize.py'] });
    rmSync(join(sitePackages, 'sitecustomize.py'));
    expect(await bothNames()).toEqual({ quick: [], whole: [] });

    const original = readFileSync(join(sitePackages, 'tinytwo.py'));
    writeFileSync(join(sitePackages, 'tinytwo.py'), 'def main(): return 5\n');
    expect(await bothNames()).toEqual({ quick: ['changed files'], whole: ['changed tinytwo'] });
    writeFileSync(join(sitePackages, 'tinytwo.py'), original);

    const { matplotlibConfig } = layoutOf(installed.folder, installed.manifest.pythonVersion);
    mkdirSync(matplotlibConfig);
    writeFileSync(join(matplotlibConfig, 'fontlist-v330.json'), '{}');
    expect((await bothNames()).quick).toEqual(['changed font cache']);
    const withFonts = await loadEnvironment({ dataFolder: tiny.options.dataFolder });
    expect(withFonts.environment.fingerprint).not.toBe(fingerprint);
    rmSync(matplotlibConfig, { recursive: true });

    const wheel = tiny.addWheel('tinyone', '1.1', { 'tinyone/__init__.py': 'VALUE = 2\n' });
    expect(wheel).toHaveLength(64);
    upgradeByHand(installed.environment.python, 'tinyone==1.1');
    const upgraded = await bothNames();
    expect(upgraded.quick).toEqual(['version tinyone']);
    expect(upgraded.whole).toContain('version tinyone');
    const changed = await loadEnvironment({ dataFolder: tiny.options.dataFolder });
    expect(changed.environment.fingerprint).not.toBe(fingerprint);

    rmSync(join(sitePackages, 'tinytwo-2.0.dist-info'), { recursive: true });
    mkdirSync(join(sitePackages, 'extra-1.0.dist-info'));
    expect((await bothNames()).quick).toEqual(['version tinyone', 'missing tinytwo', 'added extra']);
  });

  it('report that the base Python no longer exists', async () => {
    const { installed } = await installEnvironment(tiny.options);
    rmSync(installed.environment.python);
    expect((await bothNames()).quick).toEqual(['python Python']);
  });
});

it('refuses to start without enough space', async () => {
  await expect(checkSpace('/', 1e12)).rejects.toThrow(/Only \d+ MB are free under \/, but 1000000000000 MB are needed/);
  await expect(checkSpace('/', 1)).resolves.toBeUndefined();
});

function startInstaller() {
  const script = fileURLToPath(new URL('testing/install-script.ts', import.meta.url));
  const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
  const child = spawn(process.execPath, ['--import', jiti, script, JSON.stringify(tiny.options)], {
    env: tiny.options.variables as NodeJS.ProcessEnv,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { kill: (signal: 'SIGKILL') => child.kill(signal), ended };
}

function upgradeByHand(python: string, requirement: string): void {
  const [uv = ''] = readdirSync(join(tiny.options.dataFolder, 'tools'));
  const path = join(tiny.options.dataFolder, 'tools', uv, 'bin', 'uv');
  const words = ['pip', 'install', '--python', python, '--no-index', '--find-links', join(tiny.folder, 'wheels')];
  execFileSync(path, [...words, requirement], { stdio: 'pipe' });
}
