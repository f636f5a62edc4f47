import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Execution, Job } from '../schema/execution.ts';
import { completeLimits } from '../schema/execution.ts';
import type { InstalledEnvironment } from './load-environment.ts';
import { type LockedDistribution, listImports, readDistributions, shippedFolder } from './lock.ts';
import { layoutOf } from './manifest.ts';

/** Executes programs in a sandbox, like an executor's method of that name. */
type Execute = (jobs: Iterable<Job>, options: { signal?: AbortSignal | undefined }) => AsyncIterable<Execution>;

export interface LibraryAttestation {
  readonly name: string;
  readonly version: string;
  readonly isImportable: boolean;
  readonly modules: readonly string[];
  /** Why it cannot be imported, or which other version is installed. */
  readonly reason?: string | undefined;
}

export interface AttestOptions {
  readonly installed: InstalledEnvironment;
  readonly lock: readonly LockedDistribution[];
  readonly execute: Execute;
  readonly signal?: AbortSignal;
  readonly onLibrary?: (done: number) => void;
}

const wallMs = 180_000;

/** Imports every locked library in the sandbox, each in its own process, and compares versions. */
export async function attestLibraries({ installed, lock, execute, signal, onLibrary }: AttestOptions) {
  const probe = await readFile(join(shippedFolder, 'probe_import.py'), 'utf8');
  const { sitePackages } = layoutOf(installed.folder, installed.manifest.pythonVersion);
  const distributions = await readDistributions(sitePackages);
  const imports = new Map(distributions.map(({ name, record }) => [name, listImports(record?.entries ?? [])]));
  const limits = completeLimits({ wallMs, cpuMs: 120_000 });
  const attested = new Map<string, LibraryAttestation>();
  const jobs: Job[] = [];
  for (const { name, version, isAvailable } of lock) {
    const modules = imports.get(name);
    if (modules === undefined) {
      const reason = isAvailable ? 'not installed' : 'no wheel exists for this platform';
      attested.set(name, { name, version, modules: [], isImportable: false, reason });
      continue;
    }
    const head = `DISTRIBUTION, VERSION, MODULES = ${JSON.stringify([name, version, modules])}\n`;
    jobs.push({ id: name, code: '', test: head + probe, limits, libs: [] });
  }
  for await (const { id: name, outcome, tests, reason } of execute(jobs, { signal })) {
    const version = lock.find((each) => each.name === name)?.version ?? '';
    const isImportable = outcome === 'pass';
    const failed = tests.find((test) => test.outcome !== 'pass');
    const why = isImportable ? undefined : (lastLineOf(failed?.message) ?? reason ?? outcome);
    attested.set(name, { name, version, modules: imports.get(name) ?? [], isImportable, reason: why });
    onLibrary?.(attested.size);
  }
  return lock.flatMap(({ name }) => attested.get(name) ?? []);
}

function lastLineOf(message: string | undefined): string | undefined {
  return message?.trim().split('\n').at(-1);
}

export type FeatureAttestation = Awaited<ReturnType<typeof examineFeatures>>[number];

/** Tries all of them in one program. */
export async function examineFeatures(execute: Execute, signal?: AbortSignal) {
  const test = await readFile(join(shippedFolder, 'probe_features.py'), 'utf8');
  const job = { id: 'features', code: '', test, limits: completeLimits({ wallMs }), libs: [] };
  for await (const { tests, outcome, reason } of execute([job], { signal })) {
    if (tests.length === 0) return [{ name: 'sandbox', works: false, reason: reason ?? outcome }];
    return tests.map(({ name, outcome: each, message }) => ({
      name: name.replace(/^.*test_/, '').replaceAll('_', '-'),
      works: each === 'pass',
      reason: each === 'pass' ? undefined : (lastLineOf(message) ?? each),
    }));
  }
  return [];
}
