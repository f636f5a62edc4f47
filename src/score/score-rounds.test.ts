import { describe, expect, it } from 'vitest';
import { createRandom } from '../util/random.ts';
import { type Conversation, type ScoredTurn, scoreRounds } from './score-rounds.ts';

/** `x` fails, `v` fails hidden tests only, `o` passes; every answer takes 100 tokens and a cent. */
function conversation(taskId: string, marks: string, facts: Partial<ScoredTurn> = {}): Conversation {
  const turns = [...marks].map((mark) => ({
    passed: mark === 'o',
    passesVisible: mark !== 'x',
    ...(mark === 'o' ? {} : { cause: 'AssertionError' }),
    tokens: 100,
    costUsd: 0.01,
    ...facts,
  }));
  return { taskId, turns };
}

/** A conversation as ConvCodeWorld keeps it: whether each turn passes, the first answer being turn 0. */
interface LoggedTask {
  readonly turns: readonly boolean[];
}

/** Its metrics by its description: per cent with one decimal. */
function scoreAsConvCodeWorld(tasks: readonly LoggedTask[]) {
  let solved = 0;
  let reciprocal = 0;
  for (const { turns } of tasks) {
    for (let turn = 0; turn < turns.length; turn++) {
      if (!turns[turn]) continue;
      solved += 1;
      reciprocal += 1 / (turn + 1);
      break;
    }
  }
  const inPercent = (sum: number) => Math.round((1000 * sum) / tasks.length) / 10;
  return { recall: inPercent(solved), mrr: inPercent(reciprocal) };
}

const conversations = [
  conversation('T/0', 'o'),
  conversation('T/1', 'xo', { cause: 'SyntaxError' }),
  conversation('T/2', 'xxo'),
  conversation('T/3', 'xxv'),
  conversation('T/4', 'xox'),
];
const taskIds = conversations.map(({ taskId }) => taskId);
const score = scoreRounds({ rounds: 2, feedback: 'visible', taskIds, conversations });

describe('scoreRounds', () => {
  it('scores the last answer that each sample has by a round, and its gain over the first', () => {
    expect(score.byRound.map(({ passAt1 }) => passAt1.value)).toEqual([1 / 5, 3 / 5, 3 / 5]);
    expect(score.byRound.map(({ gain }) => gain?.value)).toEqual([undefined, 2 / 5, 2 / 5]);
    const [low, high] = score.byRound[1]?.gain?.interval ?? [1, 0];
    expect(low).toBeLessThan(2 / 5);
    expect(high).toBeGreaterThan(2 / 5);
  });

  it('counts what each round asked for and spent', () => {
    expect(score.byRound.map(({ asked, tokens }) => [asked, tokens])).toEqual([
      [5, 500],
      [4, 400],
      [3, 300],
    ]);
    expect(score.byRound[1]?.costUsd).toBeCloseTo(0.04);
  });

  it('tells what was repaired, broken and fitted to the visible tests', () => {
    expect(score).toMatchObject({ repaired: 2, broken: 1, overfitted: 1 });
    expect(score.byCause).toEqual([
      { cause: 'AssertionError', failed: 3, repaired: 1, interval: expect.any(Array) },
      { cause: 'SyntaxError', failed: 1, repaired: 1, interval: expect.any(Array) },
    ]);
  });

  it('gives recall and MRR as ConvCodeWorld does, on any log', () => {
    const random = createRandom(7);
    for (let log = 0; log < 12; log++) {
      const rounds = 1 + Math.floor(10 * random());
      const tasks = Array.from({ length: 1 + Math.floor(60 * random()) }, () => ({
        turns: Array.from({ length: 1 + Math.floor((rounds + 1) * random()) }, () => random() < 0.3),
      }));
      const found = scoreRounds({
        rounds,
        feedback: 'none',
        taskIds: tasks.map((_, at) => `T/${at}`),
        conversations: tasks.map(({ turns }, at) =>
          conversation(`T/${at}`, turns.map((passed) => (passed ? 'o' : 'x')).join('')),
        ),
      });
      const theirs = scoreAsConvCodeWorld(tasks);
      expect(Math.abs(100 * found.recall - theirs.recall)).toBeLessThan(0.1);
      expect(Math.abs(100 * found.mrr - theirs.mrr)).toBeLessThan(0.1);
    }
    expect(score.recall).toBeCloseTo(4 / 5, 10);
    expect(score.mrr).toBeCloseTo((1 + 1 / 2 + 1 / 3 + 1 / 2) / 5, 10);
  });

  it('tells what each solved sample took so far', () => {
    expect(score.byRound.map(({ perSolved }) => perSolved?.tokens)).toEqual([500 / 1, 900 / 3, 1200 / 3]);
    expect(score.byRound[2]?.perSolved?.costUsd).toBeCloseTo(0.12 / 3);
    const none = scoreRounds({
      rounds: 1,
      feedback: 'none',
      taskIds: ['T/0'],
      conversations: [conversation('T/0', 'xx')],
    });
    expect(none.byRound[1]).not.toHaveProperty('perSolved');
  });

  it('gives causes an interval that counts tasks, not samples', () => {
    const once = scoreRounds({
      rounds: 1,
      feedback: 'all',
      taskIds: ['T/0'],
      conversations: [conversation('T/0', 'xo')],
    });
    const often = scoreRounds({
      rounds: 1,
      feedback: 'all',
      taskIds: ['T/0'],
      conversations: Array.from({ length: 9 }, () => conversation('T/0', 'xo')),
    });
    expect(often.byCause[0]).toMatchObject({ failed: 9, repaired: 9 });
    expect(often.byCause[0]?.interval).toEqual(once.byCause[0]?.interval);
  });

  it('compares with first answers that cost as many tokens, if there are enough of them', () => {
    expect(score.fresh).toBeUndefined();
    // 8 first answers of 100 tokens, 16 answers in all: two first answers for one conversation.
    const several = [
      ...['o', 'xo', 'xxx', 'xxo'].map((marks) => conversation('T/0', marks)),
      ...['vo', 'xo', 'xo', 'o'].map((marks) => conversation('T/1', marks)),
    ];
    const { fresh, freshByCost } = scoreRounds({
      rounds: 2,
      feedback: 'all',
      taskIds: ['T/0', 'T/1'],
      conversations: several,
    });
    // One of four first answers passes for each task: 1 − C(3,2) / C(4,2).
    expect(fresh).toMatchObject({ samples: 2, passAtK: { value: 1 / 2 } });
    // Asked again until the visible tests pass: 1 of 4 passes them for T/0, 2 of 4 for T/1. At most three answers take
    // (1 + 3/4 + 1/2) and (1 + 1/2 + 1/6), at most four 1/4 and 0 more: a mix of 2/3 and 1/3 takes two on average.
    expect(fresh?.pickedSamples).toBeCloseTo(2, 10);
    // Of T/0 the one that passes is there with 3/4 and 1, of T/1 half of those taken are right.
    expect(fresh?.picked.value).toBeCloseTo((5 / 6 + 1 / 2) / 2, 10);
    // Repairs end at 3/4 and 4/4.
    expect(fresh?.gain.value).toBeCloseTo(7 / 8 - 1 / 2, 10);
    expect(fresh?.pickedGain.value).toBeCloseTo(7 / 8 - 2 / 3, 10);
    expect(freshByCost).toEqual(fresh);
  });

  it('mixes two numbers of first answers where the price is between them', () => {
    const input = { rounds: 1, feedback: 'all', taskIds: ['T/0'] } as const;
    const own = ['xo', 'o', 'o'].map((marks) => conversation('T/0', marks));
    const { fresh } = scoreRounds({ ...input, conversations: own });
    // Four answers for three: two thirds of pass@1, one third of pass@2.
    expect(fresh?.samples).toBeCloseTo(4 / 3, 5);
    expect(fresh?.passAtK.value).toBeCloseTo((2 / 3) * (2 / 3) + 1 / 3, 5);
    // Asked twice where the first fails, which takes just as much.
    expect(fresh?.picked.value).toBeCloseTo(1, 5);
    // Two answers are fewer than the 2.5 that a conversation takes.
    const few = ['xxx', 'xo'].map((marks) => conversation('T/0', marks));
    expect(scoreRounds({ ...input, rounds: 2, conversations: few }).fresh).toBeUndefined();
  });

  it('says what asking again until the visible tests pass takes if there are no more answers', () => {
    const conversations = ['xxxx', 'o', 'o'].map((marks) => conversation('T/0', marks));
    const { fresh } = scoreRounds({ rounds: 3, feedback: 'all', taskIds: ['T/0'], conversations });
    expect([fresh?.samples, fresh?.pickedSamples]).toEqual([2, expect.closeTo(4 / 3, 10)]);
  });

  it('does not compare repairs of recorded answers with what these took', () => {
    const conversations = ['xo', 'o'].map((marks) => conversation('T/0', marks));
    const input = { rounds: 1, feedback: 'all', taskIds: ['T/0'], conversations } as const;
    expect(scoreRounds(input).fresh).toBeDefined();
    expect(scoreRounds({ ...input, static: 'abc' })).toMatchObject({ fresh: undefined, freshByCost: undefined });
  });

  it('counts dollars apart from tokens, because a conversation repeats itself', () => {
    const priced = (taskId: string, costs: readonly number[]) => ({
      taskId,
      turns: costs.map((costUsd) => ({
        ...conversation('', 'x').turns[0],
        passed: false,
        passesVisible: false,
        costUsd,
      })),
    });
    const { fresh, freshByCost } = scoreRounds({
      rounds: 2,
      feedback: 'all',
      taskIds: ['T/0'],
      conversations: Array.from({ length: 3 }, () => priced('T/0', [0.1, 0.05, 0.05])),
    });
    expect([fresh?.samples, freshByCost?.samples]).toEqual([3, 2]);
  });

  it('does not lose an answer to the rounding of dollars', () => {
    const turns = Array.from({ length: 3 }, () => ({ passed: false, passesVisible: false, tokens: 1, costUsd: 0.1 }));
    const conversations = Array.from({ length: 3 }, () => ({ taskId: 'T/0', turns }));
    const input = { rounds: 2, feedback: 'all', taskIds: ['T/0'], conversations } as const;
    expect(scoreRounds(input).freshByCost?.samples).toBe(3);
  });

  it('a task without a conversation is unsolved, and tokens that nobody counted are not known', () => {
    const turns = [{ passed: true, passesVisible: true }];
    const few = scoreRounds({
      rounds: 1,
      feedback: 'none',
      taskIds: ['T/0', 'T/1'],
      conversations: [{ taskId: 'T/0', turns }],
    });
    expect(few.byRound[1]).toMatchObject({ passAt1: { value: 1 / 2 }, asked: 0, tokens: 0 });
    expect(few.byRound[0]?.tokens).toBeUndefined();
  });
});
