import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { BigCodeBenchError } from '../../../error/bigcodebench-error.ts';
import type { PythonEnvironment } from '../../../schema/python-environment.ts';

const common = ['python3', 'python3.10', 'python3.11', 'python3.12', 'python3.13', '/usr/bin/python3'];

/** A Python of this machine without third-party libraries: all that tests of the engine need. */
export function bareEnvironment(named?: string): PythonEnvironment {
  const script =
    'import sys,os,json; print(json.dumps([sys.version_info[:2] >= (3,10), os.path.realpath(sys.executable), sys.base_prefix, sys.version.split()[0]]))';
  for (const candidate of named === undefined ? common : [named]) {
    try {
      const answer = execFileSync(candidate, ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      const [isNewEnough, python, home, pythonVersion] = JSON.parse(answer) as [boolean, string, string, string];
      if (!isNewEnough) continue;
      const pythonHome = realpathSync(home);
      const facts = { profile: 'starter', fingerprint: `bare-${pythonVersion}`, modules: [] } as const;
      return { ...facts, modules: [], root: pythonHome, pythonHome, python, pythonVersion };
    } catch {
      // Not on this machine.
    }
  }
  throw new BigCodeBenchError('ENVIRONMENT', 'These tests need a Python of at least 3.10 on PATH.');
}
