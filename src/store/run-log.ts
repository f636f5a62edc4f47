import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type AnswerRecord, logEventSchema, type SampleKey } from '../schema/log-event.ts';
import type { RunConditions, RunHeader, RunRecord } from '../schema/run-record.ts';
import type { Sample } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { chunksBySize } from '../util/chunks.ts';
import { requireRegularFile } from '../util/regular-file.ts';
import type { JudgedSample, SampleState } from './conversations.ts';
import { isFolderLocked } from './folder-lock.ts';
import { readKeptTasks } from './kept-tasks.ts';
import { createLineReader, type LogLine } from './line-reader.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { RunState } from './run-state.ts';
import { emptyJournal, type JournalEnd, type JournalPlace, scanJournal } from './scan-journal.ts';

/** Lines read at once are held together until the last one is let go of. */
const readAtOnceBytes = 512 << 10;

const notJudged: RunConditions = { executor: '', isolation: '', fingerprint: '' };

/**
 * One run on disk: its manifest and its journal, folded into a `RunState`. Reading locks and writes nothing, and may
 * `follow` what another process appends meanwhile; `RunWriter` is the process that appends.
 */
export class RunLog {
  readonly path: string;
  readonly manifest: Manifest;
  state = new RunState();
  /** How far the journal was read, and what was wrong with it. */
  protected end: JournalEnd = emptyJournal;
  protected isLocked = false;
  #inode: number | undefined;
  #following: Promise<boolean> | undefined;

  constructor(path: string, manifest: Manifest) {
    this.path = path;
    this.manifest = manifest;
  }

  get id(): string {
    return this.manifest.id;
  }

  get journalPath(): string {
    return join(this.path, 'journal.jsonl');
  }

  /** Lines that could not be read back. */
  get damagedLines(): number {
    return this.end.damagedLines;
  }

  /** Sentences about lines of the journal that were skipped. */
  get problems(): string[] {
    const { damagedLines, unknownEvents } = this.end;
    const some = (count: number, noun: string) =>
      `${count} ${noun}${count === 1 ? '' : 's'} of ${this.journalPath} ${count === 1 ? 'was' : 'were'}`;
    return [
      ...(damagedLines > 0 ? [`${some(damagedLines, 'line')} damaged or edited; what they held is done again.`] : []),
      ...(unknownEvents > 0 ? [`${some(unknownEvents, 'event')} written by a newer version and skipped.`] : []),
    ];
  }

  /** Everything the run says about itself now. */
  get record(): RunRecord {
    const { run, id } = this.manifest;
    const { state } = this;
    const { result, conditions = notJudged, verdictCount: verdicts, passedCount: passed } = state;
    const { nSamples } = run.model;
    return {
      ...run,
      id,
      state: result ? 'finished' : this.isLocked ? 'running' : 'stopped',
      taskIds: scoredTaskIds(run, state),
      samples: nSamples === undefined || result?.decision ? state.sampleCount : run.taskIds.length * nSamples,
      verdicts,
      passed,
      damagedLines: this.damagedLines,
      conditions,
      labels: state.labels,
      result,
    };
  }

  /** The verdicts of these tasks, or of all that are scored, task by task, each in the order of its samples. */
  async *verdicts(taskIds?: readonly string[]): AsyncGenerator<Verdict> {
    for await (const [sample, line] of this.#readJudged(taskIds, ({ verdict }) => [verdict.place])) {
      yield this.#completeVerdict(sample, line);
    }
  }

  /** What was judged, in the same order; with raw text, usage and reasoning where the log has them. */
  async *samples(taskIds?: readonly string[]): AsyncGenerator<Sample> {
    for await (const { sample } of this.judgedSamples(taskIds)) yield sample;
  }

  /** Both, side by side. */
  async *judgedSamples(taskIds?: readonly string[]) {
    const placesOf = ({ verdict, answer }: JudgedSample) => [verdict.place, answer];
    for await (const [state, line, answer] of this.#readJudged(taskIds, placesOf)) {
      const verdict = this.#completeVerdict(state, line);
      yield { verdict, sample: buildSample(this.manifest.run.model.name, verdict, state, answer) };
    }
  }

  /** The verdict on a sample, whole; undefined if there is none. */
  async readVerdict(key: SampleKey): Promise<Verdict | undefined> {
    const sample = this.state.find(key);
    const line = await this.#readLine(sample?.verdict?.place);
    return sample && line && this.#completeVerdict(sample, line);
  }

  /** A model's answer; undefined if there is none, or the sample came from a file. */
  async readAnswer(sample: SampleKey): Promise<AnswerRecord | undefined> {
    const line = await this.#readLine(this.state.find(sample)?.answer);
    return line && 'answer' in line ? (line.answer as AnswerRecord) : undefined;
  }

  /** The raw text of a sample that came from a file, where the file has it. */
  async readRawText(sample: SampleKey): Promise<string | undefined> {
    const line = await this.#readLine(this.state.find(sample)?.answer);
    return line && 'rawText' in line ? String(line.rawText) : undefined;
  }

  /** Tasks from the copy beside the runs; those that are scored, unless others are named. */
  tasks(taskIds: readonly string[] = this.record.taskIds): Promise<Task[]> {
    return readKeptTasks(join(dirname(this.path), this.manifest.run.dataset.file), taskIds);
  }

  /** Reads what was appended since the last time; says whether anything changed. */
  follow(): Promise<boolean> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async #follow(): Promise<boolean> {
    const wasLocked = this.isLocked;
    // Asked before the journal is read: a run that ends meanwhile is told as running, never as stopped.
    this.isLocked = await isFolderLocked(this.path).catch(() => false);
    const { size, ino } = await stat(this.journalPath).catch(() => ({ size: 0, ino: undefined }));
    // A run that was started afresh has a new journal under the old name: no verdict that was read is there any more.
    const isAfresh = size < this.end.wholeBytes || (this.#inode !== undefined && ino !== this.#inode);
    if (isAfresh) {
      this.state = new RunState(this.state.epoch + 1);
      this.end = emptyJournal;
    }
    this.#inode = ino;
    const before = this.end;
    if (size !== before.wholeBytes) await this.#scan(before);
    return isAfresh || this.end.wholeBytes !== before.wholeBytes || this.isLocked !== wasLocked;
  }

  async #scan(after: JournalEnd): Promise<void> {
    const onEnd = (end: JournalEnd) => {
      this.end = end;
    };
    const entries = scanJournal({ path: this.journalPath, schema: logEventSchema, after, onEnd });
    for await (const { event, place } of entries) this.state.enter(event, place);
  }

  /** Each judged sample with its lines at these places, read a chunk at a time. */
  async *#readJudged(
    taskIds: readonly string[] = this.record.taskIds,
    placesOf: (sample: JudgedSample) => readonly (JournalPlace | undefined)[],
  ): AsyncGenerator<readonly [JudgedSample, ...(LogLine | undefined)[]]> {
    const isJudged = (sample: SampleState): sample is JudgedSample => sample.verdict !== undefined;
    const judged = taskIds.flatMap((taskId) => [...this.state.samples(taskId)].filter(isJudged));
    const bytesOf = (sample: JudgedSample) => placesOf(sample).reduce((sum, place) => sum + (place?.bytes ?? 0), 0);
    await using reader = createLineReader(this.journalPath);
    for (const chunk of chunksBySize(judged, bytesOf, readAtOnceBytes)) {
      const lines = (await reader.read(chunk.flatMap(placesOf))).values();
      for (const sample of chunk) yield [sample, ...placesOf(sample).map(() => lines.next().value)];
    }
  }

  /** With what re-runs of the same program found, under both judges; texts that the state holds are not held twice. */
  #completeVerdict(sample: SampleState, line: LogLine | undefined): Verdict {
    const { verdict } = line as { readonly verdict: Verdict };
    const { taskId, programHash = verdict.programHash } = sample;
    const { passed, runs } = this.state.chanceOf(sample);
    const proof = sample.audit?.proof;
    return Object.assign(
      verdict,
      { taskId, programHash },
      passed > 0 && passed < runs && { chance: { passed, runs } },
      proof && { proof, flags: sample.verdict?.flags ?? verdict.flags },
    );
  }

  async #readLine(place: JournalPlace | undefined): Promise<LogLine | undefined> {
    if (!place) return undefined;
    await using reader = createLineReader(this.journalPath);
    const [line] = await reader.read([place]);
    return line;
  }
}

/** Reads a run's folder: finished, stopped, killed, or still running. */
export async function readRun(path: string): Promise<RunLog> {
  const folder = resolve(path);
  const manifest = await readManifest(folder);
  if (!manifest) {
    const message = `${path} is not the folder of a run: name one, such as bcb_results/runs/0123456789ab.`;
    throw new BigCodeBenchError('BAD_INPUT', message);
  }
  const log = new RunLog(folder, manifest);
  await requireRegularFile(log.journalPath, Number.POSITIVE_INFINITY);
  await log.follow();
  return log;
}

function scoredTaskIds({ taskIds, missing }: RunHeader, state: RunState): string[] {
  return missing === 'skip' ? taskIds.filter((id) => !state.samples(id).next().done) : taskIds;
}

function buildSample(model: string, verdict: Verdict, { finishReason }: SampleState, line?: LogLine): Sample {
  const { taskId, index, solution } = verdict;
  const sample = { taskId, index, solution, model, finishReason };
  if (!line || !('answer' in line)) return { ...sample, rawText: line && String(line.rawText) };
  const { text, reasoning, usage } = line.answer as AnswerRecord;
  return { ...sample, rawText: text, reasoning, usage };
}
