import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { MissingPolicy } from '../schema/run-record.ts';
import type { Task } from '../schema/task.ts';
import { listSome } from '../util/list-some.ts';
import { TextStore } from '../util/text-store.ts';
import type { EvaluatedSample } from './jobs/pending-jobs.ts';
import { type Answer, resolveSolution } from './jobs/program.ts';

/** A sample as it was read, before we know whether its task is selected. */
export interface UnmatchedSample extends Answer {
  readonly taskId: string;
  readonly index: number;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** The samples to evaluate, the tasks to score, and what does not match. */
export interface MatchedSamples {
  readonly samples: readonly EvaluatedSample[];
  readonly scoredTasks: readonly Task[];
  /** Selected tasks without a sample. */
  readonly missingIds: readonly string[];
  /** Tasks of samples that are not selected, and how many samples there are. */
  readonly outsideIds: readonly string[];
  readonly outside: number;
  /** Solutions with a Markdown fence: raw answers that were not sanitized. */
  readonly fenced: number;
  /** Who answered, if the samples say so and agree. */
  readonly model: string | undefined;
}

/** What `matchSamples` takes. */
export interface MatchSamplesOptions {
  readonly samples: AsyncIterable<UnmatchedSample>;
  readonly tasks: readonly Task[];
  readonly missing: MissingPolicy;
}

/** A sample whose solution is stored outside the heap. */
class StoredSample implements EvaluatedSample {
  readonly taskId: string;
  readonly index: number;
  readonly #texts: TextStore;
  readonly #id: number;

  constructor(taskId: string, index: number, texts: TextStore, id: number) {
    this.taskId = taskId;
    this.index = index;
    this.#texts = texts;
    this.#id = id;
  }

  get solution(): string {
    return this.#texts.get(this.#id);
  }
}

/** Takes the samples of the selected tasks and reports what does not match, before anything is executed. */
export async function matchSamples({ samples, tasks, missing }: MatchSamplesOptions): Promise<MatchedSamples> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const texts = new TextStore();
  const matched: EvaluatedSample[] = [];
  const covered = new Set<string>();
  const outsideIds = new Set<string>();
  const counts = { outside: 0, fenced: 0 };
  const models = new Set<unknown>();
  for await (const sample of samples) {
    const task = byId.get(sample.taskId);
    if (!task) {
      counts.outside++;
      outsideIds.add(sample.taskId);
      continue;
    }
    const solution = resolveSolution(task, sample);
    covered.add(task.id);
    matched.push(new StoredSample(task.id, sample.index, texts, texts.add(solution)));
    models.add(sample.extra?.model);
    if (/^[ \t]*```/m.test(solution)) counts.fenced++;
  }
  if (matched.length === 0) {
    const message = `None of the samples are for the ${tasks.length} selected tasks (${tasks[0]?.id ?? 'none'} …; the samples have ${listSome([...outsideIds])}): check --subset, --select and --dataset-version.`;
    throw new BigCodeBenchError('BAD_INPUT', message, { data: { outsideIds: [...outsideIds] } });
  }
  const missingIds = tasks.filter(({ id }) => !covered.has(id)).map(({ id }) => id);
  if (missing === 'fail' && missingIds.length > 0) {
    const message = `${missingIds.length} of ${tasks.length} selected tasks have no sample (${listSome(missingIds)}): add them, select fewer tasks, or use --missing skip (exclude them) or --missing zero (count them as unsolved).`;
    throw new BigCodeBenchError('BAD_INPUT', message, { data: { missingIds } });
  }
  const [model] = models;
  return {
    samples: matched,
    scoredTasks: missing === 'skip' ? tasks.filter(({ id }) => covered.has(id)) : tasks,
    missingIds,
    outsideIds: [...outsideIds],
    ...counts,
    model: models.size === 1 && typeof model === 'string' ? model : undefined,
  };
}
