import { readJsonAsset } from '../util/read-asset.ts';

/** The public modules of Python's own library. */
const modules = new Set(readJsonAsset<readonly string[]>('analyze/standard-library.json'));

/** Whether a module, or what it is part of, comes with Python 3.10. */
export function isStandard(name: string): boolean {
  return modules.has(name.split('.')[0] ?? '');
}
