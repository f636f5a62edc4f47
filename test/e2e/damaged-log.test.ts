/** A log that was cut, or that something else wrote into: what it lost is done again, and nothing foreign counts. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRun } from '../../src/store/run-log.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';
import { createPlace, evaluates, judge, runs, solution, taskId } from '../doors/place.ts';
import { readFold } from './testing/read-fold.ts';

const [yes, no] = [true, false];
const answers = { a: [yes, no, yes, yes, no], b: [no, yes, no, no, no] };

/** The lines of two finished runs. */
interface Logs {
  readonly own: readonly string[];
  readonly foreign: readonly string[];
}

interface Damage {
  readonly damage: (logs: Logs) => string;
  /** What a reader says of it before anything is done about it. */
  readonly damagedLines: number;
  readonly state: 'finished' | 'stopped';
  readonly verdicts: number;
  /** Programs that the same command executes again. */
  readonly executed: number;
}

const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
const isVerdict = (line: string) => line.includes('"type":"verdict"');
const half = (line: string) => line.slice(0, line.length / 2);
const firstVerdict = (lines: readonly string[]) => lines.find(isVerdict) ?? '';
const afterFirstVerdict = ({ own }: Logs, line: string) => own.toSpliced(own.findIndex(isVerdict) + 1, 0, line);
const cutFirstVerdict = ({ own }: Logs) => own.with(own.findIndex(isVerdict), half(firstVerdict(own)));

const cases: Readonly<Record<string, Damage>> = {
  'a last line that is torn': {
    damage: ({ own }) => toText(own).slice(0, -20),
    damagedLines: 0,
    state: 'stopped',
    verdicts: 5,
    executed: 0,
  },
  'an end that is torn in the last verdict': {
    damage: ({ own }) => {
      const last = own.findLastIndex(isVerdict);
      return toText(own.slice(0, last)) + half(own[last] ?? '');
    },
    damagedLines: 0,
    state: 'stopped',
    verdicts: 4,
    executed: 1,
  },
  'a verdict that is cut in the middle': {
    damage: (logs) => toText(cutFirstVerdict(logs)),
    damagedLines: 1,
    state: 'stopped',
    verdicts: 4,
    executed: 1,
  },
  'a verdict that is gone': {
    damage: ({ own }) => toText(own.toSpliced(own.findIndex(isVerdict), 1)),
    damagedLines: 1,
    state: 'stopped',
    verdicts: 4,
    executed: 1,
  },
  'a verdict that is there twice': {
    damage: (logs) => toText(afterFirstVerdict(logs, firstVerdict(logs.own))),
    damagedLines: 1,
    state: 'finished',
    verdicts: 5,
    executed: 0,
  },
  'an earlier verdict once more at the end': {
    damage: ({ own }) => toText([...own, firstVerdict(own)]),
    damagedLines: 1,
    state: 'finished',
    verdicts: 5,
    executed: 0,
  },
  'a verdict of another run': {
    damage: (logs) => toText(afterFirstVerdict(logs, firstVerdict(logs.foreign))),
    damagedLines: 1,
    state: 'finished',
    verdicts: 5,
    executed: 0,
  },
  'the verdicts of another run at the end': {
    damage: ({ own, foreign }) => toText([...own, ...foreign.filter(isVerdict)]),
    damagedLines: 5,
    state: 'finished',
    verdicts: 5,
    executed: 0,
  },
  'all of that': {
    damage: (logs) => {
      const own = cutFirstVerdict(logs);
      const last = own.findLast(isVerdict) ?? '';
      return toText([...own, last, firstVerdict(logs.foreign)]) + half(last);
    },
    damagedLines: 3,
    state: 'stopped',
    verdicts: 4,
    executed: 1,
  },
};

/** Runs one model into one folder and another into another. */
async function runTwo() {
  const place = await createPlace();
  const run = (model: string, executor = createScriptedExecutor(judge)) => {
    const words = ['--model', `replay:${model}.jsonl`, '--split', 'instruct', '--no-cache', '--out', model];
    return place.carryOut(runs(...words), { executor });
  };
  for (const [model, passes] of Object.entries(answers)) {
    await place.writeAnswers(`${model}.jsonl`, passes);
    await run(model);
  }
  const [[own = ''], [foreign = '']] = [await place.runFolders('a'), await place.runFolders('b')];
  const linesOf = async (folder: string) =>
    (await readFile(join(folder, 'journal.jsonl'), 'utf8')).split('\n').filter(Boolean);
  return {
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    folder: own,
    logs: { own: await linesOf(own), foreign: await linesOf(foreign) },
    async again() {
      let executed = 0;
      let proved = 0;
      const executor = createScriptedExecutor((job, signal) => {
        if (job.separate) proved++;
        else executed++;
        return judge(job, signal);
      });
      return { ...(await run('a', executor)), executed, proved };
    },
  };
}

/** A fold without the number of damaged lines, which stays with a log. */
async function readUndamaged(folder: string) {
  const { record, result, ...fold } = await readFold(folder);
  return { ...fold, record: { ...record, damagedLines: 0 }, result: { ...result, damagedLines: 0 } };
}

describe('a log with', () => {
  it.each(Object.entries(cases))('%s', async (_, { damage, executed, ...expected }) => {
    await using two = await runTwo();
    const { folder } = two;
    const whole = await readUndamaged(folder);
    expect(whole.result).toMatchObject({ verdicts: 5, passed: 3 });
    await writeFile(join(folder, 'journal.jsonl'), damage(two.logs));

    const { state, verdicts, damagedLines } = (await readFold(folder)).record;
    expect({ state, verdicts, damagedLines }).toEqual(expected);
    expect(await two.again()).toMatchObject({ code: 0, executed });
    expect(await readUndamaged(folder)).toEqual(whole);
    // Once more: what was appended to a damaged log is read back.
    expect(await two.again()).toMatchObject({ code: 0, executed: 0, proved: 0 });
    expect(await readUndamaged(folder)).toEqual(whole);
  });

  it('no raw text of a sample that came from a file', async () => {
    await using place = await createPlace();
    await place.writeSamples(
      'out/s.jsonl',
      answers.a.map((isPass, number) => [solution(isPass, number)]),
    );
    const evaluate = () => place.carryOut(evaluates('--samples', 'out/s.jsonl'));
    await evaluate();
    const [folder = ''] = await place.runFolders('out');
    const whole = await readUndamaged(folder);
    const path = join(folder, 'journal.jsonl');
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
    await writeFile(path, toText(lines.filter((line) => !line.includes('"type":"sample"'))));

    expect((await readFold(folder)).record).toMatchObject({ verdicts: 5, damagedLines: 5 });
    expect(await evaluate()).toMatchObject({ code: 0 });
    expect(await readUndamaged(folder)).toEqual(whole);
    const log = await readRun(folder);
    expect(await log.readRawText({ taskId: taskId(1), index: 0 })).toBe(`Raw: ${solution(no, 1)}`);
  });
});
