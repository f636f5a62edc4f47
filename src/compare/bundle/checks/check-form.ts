/** Checks of what a bundle holds and how it is called. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { modelInfoSchema } from '../../../upstream/board-file.ts';
import { groupBy } from '../../../util/group-by.ts';
import { hashFile } from '../../../util/hash.ts';
import { isFoundByBoard } from '../bundle-names.ts';
import { type Check, type CheckContext, type CheckedRun, type Finding, judge } from './check.ts';

export const checkTasks: Check = ({ runs }) => {
  const faults = runs.flatMap(({ submitted, tasks, samples, raw, results, verdicts }) => {
    const files: [string, readonly string[]][] = [
      [submitted.files.samples, samples.map(({ task_id }) => task_id)],
      [submitted.files.raw, raw.map(({ task_id }) => task_id)],
      [submitted.files.eval_results, Object.entries(results.eval).flatMap(([id, entries]) => entries.map(() => id))],
      [submitted.files.verdicts, verdicts.map(({ task_id }) => task_id)],
    ];
    return files.flatMap(([file, ids]) => describeIds(file, ids, tasks));
  });
  const counts = runs.map(({ tasks, submitted }) => `${tasks.size} ${submitted.run.split}`);
  return judge(faults, `every task once: ${counts.join(', ')}`);
};

function describeIds(file: string, ids: readonly string[], tasks: ReadonlyMap<string, unknown>): string[] {
  const groups = groupBy(ids, (id) => id);
  const missing = [...tasks.keys()].filter((id) => !groups.has(id));
  const extra = [...groups.keys()].filter((id) => !tasks.has(id));
  const repeated = [...groups].filter(([, { length }]) => length > 1).map(([id]) => id);
  const list = (words: string, found: readonly string[]) =>
    found.length === 0 ? [] : [`${file} ${words} ${found.length} tasks (${found[0]})`];
  return [...list('lacks', missing), ...list('has unknown', extra), ...list('repeats', repeated)];
}

type Described = Pick<CheckContext, 'bundle'> & { readonly runs: readonly Pick<CheckedRun, 'submitted'>[] };

export const checkSettings = ({ bundle, runs }: Described): Finding => {
  const faults = runs.flatMap(({ submitted: { run } }) => {
    const { nSamples = 1, parameters = {} } = run.model;
    const temperature = parameters.temperature ?? 0;
    const isSingle = nSamples === 1 && run.samples === run.taskIds.length;
    return [
      ...(isSingle ? [] : [`${run.split} has ${nSamples} samples a task, not one`]),
      ...(temperature === 0 ? [] : [`${run.split} was sampled at temperature ${String(temperature)}, not greedily`]),
      ...(run.rules.calibrated ? [] : [`${run.split} is not calibrated`]),
    ];
  });
  const splits = new Set(runs.map(({ submitted }) => submitted.run.split));
  const isChat = bundle.submission.model.prompted === true;
  if (isChat && splits.size < 2) faults.push(`a chat model needs both splits, here is ${[...splits].join()} alone`);
  return judge(faults, 'one greedy sample of each task');
};

export const checkNames = ({ bundle, runs }: Described): Finding => {
  const isChat = bundle.submission.model.prompted === true;
  const faults = runs.flatMap(({ submitted: { files, run } }) => {
    const isFound = isFoundByBoard(basename(files.eval_results), { split: run.split, isChat });
    return isFound ? [] : [`${files.eval_results} is not a name the original's board finds`];
  });
  return judge(faults, "the original's board finds every file");
};

export const checkChecksums: Check = async ({ bundle }) => {
  const lines = (await readFile(bundle.locate('SHA256SUMS'), 'utf8')).split('\n').filter((line) => line !== '');
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = bundle.files.filter((file) => file !== 'SHA256SUMS');
  const faults = [
    ...[...listed.keys()].filter((file) => !present.includes(file)).map((file) => `${file} is missing`),
    ...present.filter((file) => !listed.has(file)).map((file) => `${file} is not in SHA256SUMS`),
  ];
  for (const [file, expected] of listed) {
    if (present.includes(file) && (await hashFile(bundle.locate(file))) !== expected)
      faults.push(`${file} was changed`);
  }
  return judge(faults, `${listed.size} files as SHA256SUMS says`);
};

export const checkMetadata: Check = ({ bundle }) => {
  const { issues = [] } = modelInfoSchema.safeParse(bundle.submission.model).error ?? {};
  const faults = issues.map(({ path, message }) => `model.${path.join('.')}: ${message}`);
  return judge(faults, 'link, kind, size, data and date are there');
};

/** Things that look like keys and passwords of services, wherever they are. */
const secretPattern =
  /\bsk-[A-Za-z0-9_-]{20,}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bhf_[A-Za-z0-9]{30,}\b|\bxox[abp]-[A-Za-z0-9-]{10,}|\bAIza[0-9A-Za-z_-]{35}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

export const checkSecrets: Check = async ({ bundle }) => {
  const faults: string[] = [];
  for (const file of bundle.files) {
    const found = secretPattern.exec(await readFile(bundle.locate(file), 'latin1'));
    if (found) faults.push(`${file} holds what looks like a key (${found[0].slice(0, 6)}…)`);
  }
  return judge(faults, 'nothing that looks like a key');
};
