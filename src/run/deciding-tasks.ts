import { estimateUnfinished } from '../evaluate/early-estimate.ts';
import type { Decision } from '../schema/decision.ts';
import type { Task } from '../schema/task.ts';
import type { Tally } from '../score/pass-at-k.ts';
import { type Decided, decide } from '../score/sequential/decide.ts';
import type { RunLog } from '../store/run-log.ts';
import type { Against } from './plan-decisions.ts';

export interface DecidingTasksOptions {
  readonly against: Against;
  /** In the order in which they are asked. */
  readonly tasks: readonly Task[];
  readonly nSamples: number;
  readonly log: RunLog;
}

/** Tasks of the first wave, and how many there may be in later ones, as a share of those before. */
const firstWave = 8;
const growth = 0.25;

/**
 * The tasks of a run that stops when it has decided, in waves: each is asked when the one before it is judged, and no longer
 * than until it is decided. What is decided after which task follows from the verdicts alone, whenever they came.
 */
export class DecidingTasks {
  readonly #options: DecidingTasksOptions;
  #asked = 0;

  constructor(options: DecidingTasksOptions) {
    this.#options = options;
  }

  /** The tasks that must have answers: what a decision leaves of its wave need not be asked. */
  get needed(): readonly Task[] {
    return this.isDecided ? [] : this.#options.tasks.slice(0, this.#asked);
  }

  get isDecided(): boolean {
    return this.decide().verdict !== 'undecided';
  }

  /** The next wave; none once it is decided, or if a task of the last one has no verdict. */
  next(): readonly Task[] {
    const { tasks, against } = this.#options;
    if (this.#tally().length < this.#asked || this.isDecided) return [];
    const size = Math.max(firstWave, Math.ceil(growth * this.#asked));
    const wave = tasks.slice(this.#asked, Math.min(this.#asked + size, against.maxTasks ?? tasks.length));
    this.#asked += wave.length;
    return wave;
  }

  decide(): Decided {
    const { against, tasks } = this.#options;
    const differences = this.#tally().map(({ passed, samples }, at) => {
      return passed / samples - (against.shares.get(tasks[at]?.id ?? '') ?? 0);
    });
    return decide({ ...against.settings, differences, total: tasks.length });
  }

  describe(costUsd: number | undefined): Decision {
    const { against, tasks, log } = this.#options;
    const { verdict, tasks: tasksUsed, eValue, steps } = this.decide();
    const tasksJudged = tasks.filter(({ id }) => !log.state.samples(id).next().done).length;
    // What comes after a decision depends on how fast the answers came.
    const used = this.#tally().slice(0, verdict === 'undecided' ? undefined : tasksUsed);
    const tallies = new Map(used.map((tally, at) => [tasks[at]?.id ?? '', tally]));
    const taskIds = tasks.map(({ id }) => id);
    const { value, interval } = estimateUnfinished(tallies, taskIds);
    return {
      ...against.settings,
      verdict,
      eValue,
      tasksUsed,
      tasksJudged,
      tasksTotal: tasks.length,
      estimate: value,
      interval,
      ...(costUsd && { savedUsd: (costUsd / tasksJudged) * (tasks.length - tasksJudged) }),
      steps: [...steps],
    };
  }

  /** The tasks that are judged, up to the first one that is not. */
  #tally(): Tally[] {
    const { tasks, nSamples, log } = this.#options;
    const tallies: Tally[] = [];
    for (const { id } of tasks.slice(0, this.#asked)) {
      const verdicts = [...log.state.samples(id)].flatMap(({ verdict }) => verdict ?? []);
      if (verdicts.length < nSamples) break;
      const passed = verdicts.filter(({ status }) => status === 'pass').length;
      tallies.push({ samples: verdicts.length, passed });
    }
    return tallies;
  }
}
