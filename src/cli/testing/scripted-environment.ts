import type { PythonEnvironment } from '../../schema/python-environment.ts';

/** An environment for commands whose programs are not really executed. */
export const scriptedEnvironment: PythonEnvironment = {
  profile: 'starter',
  root: '/env',
  pythonHome: '/python',
  python: '/env/bin/python',
  pythonVersion: '3.10.13',
  fingerprint: 'scripted',
  modules: [],
};
