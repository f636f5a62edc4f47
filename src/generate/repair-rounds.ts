import { buildConversation } from '../prompt/build-prompt.ts';
import { splitThinking } from '../sanitize/think-tags.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { RepairSettings } from '../schema/rounds.ts';
import type { Verdict } from '../schema/verdict.ts';
import { hashValue } from '../util/hash.ts';
import { adoptAnswers, findInRuns } from './adopt-answers.ts';
import { requireAnswer } from './answer-log.ts';
import { buildFeedback, passedAgain } from './build-feedback.ts';
import type { GenerationOptions } from './generation.ts';
import { requestAnswers } from './request-answers.ts';
import { describeAsking, type PlanInput, planRequests, type TaskPlan, withSeed } from './request-plan.ts';

export interface RepairRoundsOptions
  extends Omit<GenerationOptions, 'samplesPath' | 'taskSet' | 'sanitize' | 'resume' | 'isInWaves' | 'retry'> {
  readonly repair: RepairSettings;
  /** Who gave the first answers, if not the model that repairs them. */
  readonly first?: Pick<PlanInput, 'model'> | undefined;
  /** Resolves when everything that was yielded so far has its verdict, or will get none. */
  readonly judged: () => Promise<void>;
  /** Runs programs with the visible tests alone: a program can read the tests that it runs with, and say what they say. */
  readonly observe: (programs: readonly Verdict[]) => AsyncIterable<Verdict>;
}

/**
 * Shows the model what its programs did and asks again, round by round, until its feedback finds nothing wrong or the
 * rounds end. Yields the keys of the repairs, those in the log first. Which conversations go on follows from the log, so
 * after a crash the same call asks for nothing that was answered.
 */
export async function* repairInRounds(options: RepairRoundsOptions): AsyncGenerator<SampleKey> {
  const { repair, log, siblings = [], judged, onEvent } = options;
  for (let round = 1; round <= repair.rounds; round++) {
    await judged();
    const { held, due, ended } = await findDue(options, round);
    const planned = await planRepairs(options, due);
    await adoptAnswers(log, findInRuns(planned, siblings));
    const plans = planned.filter(({ key }) => !isHeld(options, key));
    held.push(...planned.filter((plan) => !plans.includes(plan)).map(({ key }) => key));
    const countPasses = (keys: readonly SampleKey[]) =>
      keys.filter((key) => log.state.find(key)?.verdict?.status === 'pass').length;
    onEvent?.({
      type: 'round-started',
      round,
      rounds: repair.rounds,
      asked: held.length + plans.length,
      judged: held.filter((key) => log.state.find(key)?.verdict).length,
      repaired: countPasses(held),
      passed: countPasses(ended),
    });
    yield* held;
    yield* requestAnswers({ ...options, plans });
  }
}

/** Conversations that should have gone on, but have no answer: a provider failed on them. */
export async function countMissingRepairs(options: FindDueInput): Promise<number> {
  let missing = 0;
  for (let round = 1; round <= options.repair.rounds; round++) missing += (await findDue(options, round)).due.length;
  return missing;
}

type FindDueInput = Omit<RepairRoundsOptions, 'judged' | 'observe'>;

type RepairKey = SampleKey & { readonly turn: number };

/** A conversation that goes on: its first request, and what its last program did with all tests. */
type DueRepair = NonNullable<Awaited<ReturnType<typeof readFailure>>>;

/** What the log holds of a round, what must be asked for, and conversations that have ended before. */
async function findDue(options: FindDueInput, round: number) {
  const held: SampleKey[] = [];
  const due: DueRepair[] = [];
  const ended: SampleKey[] = [];
  for (const plan of planRequests({ ...options, model: options.first?.model ?? options.model })) {
    for (const { taskId, index } of plan.held) {
      const key = { taskId, index, turn: round };
      const failure = isHeld(options, key) ? undefined : await readFailure(options, plan, key);
      if (failure) due.push(failure);
      else if (isHeld(options, key)) held.push(key);
      else ended.push({ taskId, index });
    }
  }
  return { held, due, ended };
}

/** A repair counts as long as it is about the program that its sample had. */
function isHeld({ log }: FindDueInput, { taskId, index, turn }: RepairKey): boolean {
  const conversation = log.state.conversationOf({ taskId, index });
  const asked = conversation.slice(1, turn + 1);
  return asked.length === turn && asked.every(({ parent, parentHash }) => parent?.programHash === parentHash);
}

/** What there is to repair; undefined if a conversation has ended, or if the answer before has no verdict. */
async function readFailure(options: FindDueInput, { task, prompt }: TaskPlan, key: RepairKey) {
  const last = { ...key, turn: key.turn - 1 };
  if (prompt.form !== 'chat' || (last.turn > 0 && !isHeld(options, last))) return undefined;
  const verdict = await options.log.readVerdict(last);
  const told = verdict && buildFeedback({ kind: options.repair.feedback, verdict, test: task.test });
  return verdict && told !== undefined ? { key, task, prompt, verdict, told } : undefined;
}

/** The next requests of conversations: what another run has told the same program is told again, so its answer counts. */
async function planRepairs(options: RepairRoundsOptions, due: readonly DueRepair[]) {
  const { repair, siblings = [], observe } = options;
  const alike = siblings.filter(({ record }) => {
    return record.repair?.feedback === repair.feedback && record.repair.visible === repair.visible;
  });
  const needsRun = repair.feedback === 'visible' || repair.feedback === 'compile';
  const plans: ReturnType<typeof planRepair>[] = [];
  const unseen = new Map<string, DueRepair>();
  for (const each of due) {
    const { key, verdict, told } = each;
    const known = alike.find(({ state }) => state.find(key)?.parentHash === verdict.programHash);
    const again = (await known?.readAnswer(key))?.repair?.feedback ?? (needsRun ? undefined : told);
    if (again === undefined) unseen.set(`${key.taskId}#${key.index}`, each);
    else plans.push(planRepair(options, each, again));
  }
  for await (const verdict of observe([...unseen.values()].map((each) => each.verdict))) {
    const each = unseen.get(`${verdict.taskId}#${verdict.index}`);
    const told = each && buildFeedback({ kind: repair.feedback, verdict, test: each.task.test });
    if (each) plans.push(planRepair(options, each, told ?? passedAgain));
  }
  return Promise.all(plans);
}

async function planRepair(options: FindDueInput, { key, task, verdict, prompt: first }: DueRepair, feedback: string) {
  const { log, model, parameters } = options;
  const earlier = log.state.conversationOf({ taskId: key.taskId, index: key.index }).slice(0, key.turn);
  const answers = await Promise.all(earlier.map((turn) => requireAnswer(log, turn)));
  const turns = answers.map(({ text }, at) => {
    const answer = model.capabilities.thinkTags ? splitThinking(text).text : text;
    return { answer, feedback: answers[at + 1]?.repair?.feedback ?? feedback };
  });
  const prompt = buildConversation(first, turns);
  const asked = describeAsking(model, parameters);
  const requestHash = hashValue({ ...asked, prompt, fingerprint: model.fingerprintOf?.(task) });
  const repair = { round: key.turn, parent: verdict.programHash, feedback };
  return { key, task, prompt, requestHash, held: [], missing: [withSeed(key.index, options)], repair };
}
