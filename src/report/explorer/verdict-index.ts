import { type Outcome, outcomeSchema } from '../../schema/execution.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { SampleColumns } from '../../schema/view/run-document.ts';
import { exceptionOf } from '../failure-causes.ts';
import { patternOf } from './failure-pattern.ts';

/** The little that lists and counts need of a verdict. */
export interface VerdictBrief
  extends Pick<Verdict, 'taskId' | 'index' | 'outcome' | 'reason' | 'cpuMs' | 'peakMb' | 'flags'> {
  readonly tests: number;
  readonly testsFailed: number;
  /** What the first test that did not pass says. */
  readonly firstMessage: string | undefined;
}

export function briefOf(verdict: Verdict): VerdictBrief {
  const failed = verdict.tests.filter(({ outcome }) => outcome !== 'pass');
  return {
    ...verdict,
    tests: verdict.tests.length,
    testsFailed: failed.length,
    firstMessage: failed.find(({ message }) => message !== undefined)?.message,
  };
}

/** Why a sample failed, in a word or two: the exception, or the outcome with its reason. */
export function causeOfBrief({ outcome, reason, firstMessage }: VerdictBrief): string {
  if (outcome === 'pass') return '';
  if (outcome !== 'fail' && outcome !== 'error') return reason === undefined ? outcome : `${outcome}: ${reason}`;
  return exceptionOf(firstMessage ?? reason ?? outcome).name;
}

/** Failures with the same pattern. */
export interface Signature {
  readonly outcome: Outcome;
  readonly cause: string;
  readonly pattern: string;
  readonly example: string;
}

const outcomes = outcomeSchema.options;
const exampleLength = 400;

/** The verdicts of one run as columns: small enough for 100,000 of them, and appended to while the run is under way. */
export class VerdictIndex {
  readonly #taskRows: Map<string, number>;
  readonly #columns = {
    task: [] as number[],
    index: [] as number[],
    outcome: [] as number[],
    cause: [] as number[],
    tests: [] as number[],
    testsFailed: [] as number[],
    cpuMs: [] as number[],
    peakMb: [] as number[],
  };
  readonly #signatureOfRow: number[] = [];
  readonly #causes = new Map<string, number>();
  readonly #signatures = new Map<string, { readonly at: number; readonly signature: Signature }>();
  readonly #flagged: { row: number; flags: readonly string[] }[] = [];
  /** The newest row of each task, and before each row the one of the same task: lists without a list for each. */
  readonly #lastRow: number[];
  readonly #previousRow: number[] = [];
  readonly taskIds: string[];
  /** Samples and passes of each task, in the order of `taskIds`. */
  readonly samplesOf: number[];
  readonly passedOf: number[];
  passed = 0;

  constructor(taskIds: readonly string[]) {
    this.taskIds = [...taskIds];
    this.#taskRows = new Map(this.taskIds.map((id, row) => [id, row]));
    this.#lastRow = this.taskIds.map(() => -1);
    this.samplesOf = this.taskIds.map(() => 0);
    this.passedOf = this.taskIds.map(() => 0);
  }

  get length(): number {
    return this.#columns.task.length;
  }

  /** Takes a verdict in; the first one of a sample counts. An unannounced task goes last. */
  add(brief: VerdictBrief): void {
    const task = this.#findTask(brief.taskId);
    for (const row of this.#rowsOf(task)) if (this.#columns.index[row] === brief.index) return;
    const row = this.length;
    this.#previousRow.push(this.#lastRow[task] ?? -1);
    this.#lastRow[task] = row;
    const cause = causeOfBrief(brief);
    this.#columns.task.push(task);
    this.#columns.index.push(brief.index);
    this.#columns.outcome.push(outcomes.indexOf(brief.outcome));
    this.#columns.cause.push(cause === '' ? -1 : placeIn(this.#causes, cause));
    this.#columns.tests.push(brief.tests);
    this.#columns.testsFailed.push(brief.testsFailed);
    this.#columns.cpuMs.push(Math.round(brief.cpuMs));
    this.#columns.peakMb.push(Math.round(brief.peakMb));
    this.#signatureOfRow.push(brief.outcome === 'pass' ? -1 : this.#placeSignature(brief, cause));
    if (brief.flags.length > 0) this.#flagged.push({ row, flags: brief.flags });
    const hasPassed = brief.outcome === 'pass' ? 1 : 0;
    this.passed += hasPassed;
    this.samplesOf[task] = (this.samplesOf[task] ?? 0) + 1;
    this.passedOf[task] = (this.passedOf[task] ?? 0) + hasPassed;
  }

  /** Where a task is in `taskIds`. */
  findTaskRow(taskId: string): number | undefined {
    return this.#taskRows.get(taskId);
  }

  /** Outcomes of a task's samples, by index. */
  outcomesOf(taskId: string): { index: number; outcome: Outcome; cause: string }[] {
    const causes = [...this.#causes.keys()];
    return [...this.#rowsOf(this.#taskRows.get(taskId) ?? -1)]
      .map((row) => ({
        index: this.#columns.index[row] ?? 0,
        outcome: outcomes[this.#columns.outcome[row] ?? 0] ?? 'fail',
        cause: causes[this.#columns.cause[row] ?? -1] ?? '',
      }))
      .sort((a, b) => a.index - b.index);
  }

  /** The columns from a row on. */
  columns(from = 0): SampleColumns {
    const part = <Column extends readonly number[]>(column: Column) => (from === 0 ? column : column.slice(from));
    const { task, index, outcome, cause, tests, testsFailed, cpuMs, peakMb } = this.#columns;
    return {
      task: part(task),
      index: part(index),
      outcome: part(outcome),
      cause: part(cause),
      tests: part(tests),
      testsFailed: part(testsFailed),
      cpuMs: part(cpuMs),
      peakMb: part(peakMb),
      outcomes,
      causes: [...this.#causes.keys()],
      flagged: this.#flagged.filter(({ row }) => row >= from),
    };
  }

  /** Every failure with its signature. */
  *failures(): Generator<{ taskId: string; index: number; signature: Signature }> {
    const signatures = [...this.#signatures.values()].map(({ signature }) => signature);
    for (const [row, at] of this.#signatureOfRow.entries()) {
      const signature = signatures[at];
      if (signature === undefined) continue;
      yield {
        taskId: this.taskIds[this.#columns.task[row] ?? -1] ?? '',
        index: this.#columns.index[row] ?? 0,
        signature,
      };
    }
  }

  *#rowsOf(task: number): Generator<number> {
    for (let row = this.#lastRow[task] ?? -1; row >= 0; row = this.#previousRow[row] ?? -1) yield row;
  }

  #findTask(taskId: string): number {
    const known = this.#taskRows.get(taskId);
    if (known !== undefined) return known;
    const row = this.taskIds.push(taskId) - 1;
    this.#taskRows.set(taskId, row);
    this.#lastRow.push(-1);
    this.samplesOf.push(0);
    this.passedOf.push(0);
    return row;
  }

  #placeSignature({ outcome, reason, firstMessage }: VerdictBrief, cause: string): number {
    const said = exceptionOf(firstMessage ?? reason ?? outcome).line;
    const pattern = patternOf(said);
    const key = `${outcome}\0${pattern}`;
    const known = this.#signatures.get(key);
    if (known) return known.at;
    const at = this.#signatures.size;
    // A copy, for a slice would keep the whole traceback in memory.
    const example = Buffer.from(said.slice(0, exampleLength)).toString();
    this.#signatures.set(key, { at, signature: { outcome, cause, pattern, example } });
    return at;
  }
}

function placeIn(places: Map<string, number>, key: string): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, places.size);
  return places.size - 1;
}
