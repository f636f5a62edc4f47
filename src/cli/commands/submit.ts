import { resolve } from 'node:path';
import { readModelInfo } from '../../compare/board/model-info-file.ts';
import type { RunSource } from '../../compare/bundle/build-bundle.ts';
import { buildBundle } from '../../compare/bundle/build-bundle.ts';
import { checkBundle, findRefusals } from '../../compare/bundle/check-bundle.ts';
import type { Auditor } from '../../compare/bundle/checks/check.ts';
import { readRuns } from '../../compare/read-results.ts';
import { loadTasks } from '../../dataset/load-tasks.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { evaluateSamples } from '../../evaluate/jobs/evaluate-samples.ts';
import type { Executor } from '../../executor/executor.ts';
import { renderTable, toOneLine } from '../../report/text-table.ts';
import { findPlace } from '../../run/find-place.ts';
import { createSanitizer } from '../../sanitize/sanitizer.ts';
import type { Task } from '../../schema/task.ts';
import { readRawTexts } from '../../upstream/read-samples.ts';
import { type CommandContext, openFor, writeFiles } from '../command.ts';

export async function submitCommand(context: CommandContext): Promise<number> {
  const { check } = context.options;
  return check === undefined ? makeBundle(context) : checkSubmission(context, check);
}

async function makeBundle(context: CommandContext): Promise<number> {
  const { options, positionals, cwd, warn } = context;
  if (positionals.length === 0) throw usageError('submit needs runs (`bcb submit RUN… --out DIR`), or --check DIR.');
  if (options.modelInfo === undefined) {
    throw usageError(
      'submit needs --model-info FILE: JSON with name, link, prompted, moe, size, act_param, open-data, prefill and date.',
    );
  }
  const infoPath = resolve(cwd, options.modelInfo);
  const [info, ...others] = (await readModelInfo(infoPath)).values();
  if (!info || others.length > 0) {
    throw new BigCodeBenchError('BAD_INPUT', `${infoPath} must describe exactly the submitted model.`);
  }
  const sanitizer = await createSanitizer();
  const rawTexts = options.samples === undefined ? undefined : await readRawTexts(resolve(cwd, options.samples));
  const sources: RunSource[] = [];
  for (const path of positionals) {
    const logs = await readRuns(await findPlace(path, cwd), { onWarning: warn });
    sources.push(...logs.map((log) => ({ log, sanitizer, rawTexts })));
  }
  sources.sort((a, b) => (labelOf(a) < labelOf(b) ? -1 : 1));
  refuseMixed(sources);
  const folder = resolve(cwd, options.out);
  await writeFiles(context, folder, await buildBundle(info, sources));
  for (const why of await findRefusals(folder)) warn(`--check will refuse this bundle: ${why}.`);
  context.tell(`Check it with \`bcb submit --check ${options.out}\`.`);
  return 0;
}

/** A bundle is for one model, with each split once. */
function refuseMixed(sources: readonly RunSource[]): void {
  const models = new Set(sources.map(({ log }) => log.record.model.name));
  if (models.size > 1) {
    throw usageError(`A submission is for one model, but these runs are of ${[...models].join(', ')}.`);
  }
  const splits = sources.map(labelOf);
  const twice = splits.find((split, at) => splits.indexOf(split) !== at);
  if (twice !== undefined) throw usageError(`There are two ${twice} runs: pass only the one that counts.`);
}

const labelOf = ({ log: { record } }: RunSource) => `${record.subset} ${record.split}`;

async function checkSubmission(context: CommandContext, path: string): Promise<number> {
  const { cwd, colors } = context;
  const result = await auditSubmission(context, resolve(cwd, path));
  const mark = (ok: boolean) => (ok ? colors.green('ok') : colors.red('FAILED'));
  const rows = result.checks.map(({ name, ok, message }) => [mark(ok), name, toOneLine(message)]);
  context.print(result, `${renderTable(rows)}\n`);
  return result.ok ? 0 : 2;
}

async function auditSubmission(context: CommandContext, path: string) {
  const { options, origins, variables, cwd, signal, warn, progress } = context;
  const line = progress({ label: 'checking', total: undefined });
  let done = 0;
  let opened: Promise<Executor> | undefined;
  const openAuditor = async (tasks: readonly Task[]): Promise<Auditor> => {
    opened ??= openFor(context, { tasks });
    const executor = await opened;
    return {
      fingerprint: executor.info.fingerprint,
      async *execute({ run }, samples) {
        const verdicts = evaluateSamples({
          samples: samples.map(({ task, solution }) => ({ taskId: task.id, index: 0, solution })),
          tasks: samples.map(({ task }) => task),
          executor,
          // What somebody submits must hold, however loosely it was judged at home.
          rules: { ...run.rules, integrity: 'proven' },
          signal,
        });
        // A pass that could be proven and is not counts for nothing.
        for await (const { taskId, status, proof } of verdicts) {
          yield { taskId, status: proof?.state === 'unproven' ? ('fail' as const) : status };
        }
      },
    };
  };
  try {
    return await checkBundle({
      path,
      sanitizer: await createSanitizer(),
      openAuditor,
      audit: options.audit,
      loadTaskSet({ run }) {
        const subset = origins.get('subset') === 'default' ? run.subset : options.subset;
        return loadTasks({ subset, version: run.dataset.version, variables, cwd, signal, onWarning: warn });
      },
      onCheck: (name) => line.update(done++, name),
    });
  } finally {
    line.finish('done');
    const executor = await opened?.catch(() => undefined);
    await executor?.close();
  }
}
