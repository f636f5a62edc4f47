import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeLimits } from '../schema/limits.ts';
import type { Execute } from './attest-libraries.ts';
import { shippedFolder } from './lock.ts';

/** Something that tasks need besides libraries, tried in the sandbox. */
export interface FeatureAttestation {
  /** `nltk-data`, `python-on-path` … */
  readonly name: string;
  readonly works: boolean;
  readonly reason?: string;
}

/** Tries all of them in one program. */
export async function examineFeatures(execute: Execute, signal?: AbortSignal): Promise<FeatureAttestation[]> {
  const test = await readFile(join(shippedFolder, 'probe_features.py'), 'utf8');
  const limits = completeLimits({ wallMs: 180_000 });
  const job = { id: 'features', code: '', test, limits, libs: [] };
  for await (const { tests, outcome, reason } of execute([job], signal ? { signal } : {})) {
    if (tests.length === 0) return [{ name: 'sandbox', works: false, reason: reason ?? outcome }];
    return tests.map(({ name, outcome: each, message }) => ({
      name: name.replace(/^.*test_/, '').replaceAll('_', '-'),
      works: each === 'pass',
      ...(each === 'pass' ? {} : { reason: message?.trim().split('\n').at(-1) ?? each }),
    }));
  }
  return [];
}
