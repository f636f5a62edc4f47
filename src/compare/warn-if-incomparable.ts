import type { ExecutorInfo } from '../executor/executor.ts';
import { worldOf } from '../schema/python-environment.ts';
import { listRunFolders, readManifest } from '../store/manifest.ts';
import { readRun } from '../store/run-log.ts';
import { findMismatches } from './check-comparable.ts';
import type { ResultConditions } from './result.ts';
import { describeSettings } from './result-from-run.ts';

export interface StartingRun extends Required<Pick<ResultConditions, 'split' | 'subset' | 'datasetHash' | 'rules'>> {
  readonly outDir: string;
  readonly tasks: readonly { readonly id: string }[];
  /** Who answers. The same tasks of the same model are taken for the same run, which is judged again. */
  readonly models: readonly string[];
  readonly warn: (sentence: string) => void;
  readonly executor: Pick<ExecutorInfo, 'fingerprint' | 'level' | 'engine' | 'caveat'>;
}

/**
 * Warns of a run that starts and could not be compared with the last one that was asked the same tasks, selected or all:
 * which environment judges depends on the libraries that the selected tasks import.
 */
export async function warnIfIncomparable(starting: StartingRun): Promise<void> {
  const { outDir, executor, warn, tasks, models, ...asked } = starting;
  const { fingerprint, level: isolation, engine, caveat } = executor;
  const ids = String(tasks.map(({ id }) => id));
  const folders = await listRunFolders(outDir);
  const manifests = await Promise.all(folders.map((folder) => readManifest(folder).catch(() => undefined)));
  const last = manifests
    .map((manifest, at) => ({ path: folders[at] ?? '', run: manifest?.run }))
    .filter(({ run }) => run?.split === asked.split && run?.subset === asked.subset)
    .filter(({ run }) => run?.dataset.hash === asked.datasetHash)
    .filter(({ run }) => !(models.includes(run?.model.name ?? '') && String(run?.taskIds) === ids))
    .sort((a, b) => (a.run?.startedAt ?? '').localeCompare(b.run?.startedAt ?? ''))
    .at(-1);
  const record = last && (await readRun(last.path).catch(() => undefined))?.record;
  if (!record || record.verdicts === 0) return;
  const { conditions } = describeSettings(record);
  const mismatches = findMismatches(conditions, { ...asked, fingerprint, isolation, engine, caveat });
  if (mismatches.length === 0) return;
  const differing = mismatches.map(({ field, a, b }) => `${field} (${a} / ${b})`).join(', ');
  const isEnvironment = mismatches.some(({ field }) => field === 'environment fingerprint');
  const isWorld = worldOf(conditions.fingerprint) !== worldOf(fingerprint);
  const same = isEnvironment ? '; --env FOLDER makes both use the same environment' : '';
  const hint = isWorld ? '; `bcb compare --worlds` is for the same answers in both' : same;
  warn(`This run will not be comparable with ${record.id} (${record.model.name}): they differ in ${differing}${hint}.`);
}
