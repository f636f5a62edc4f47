import { buildConversation, type ConversationTurn } from '../prompt/build-prompt.ts';
import { splitThinking } from '../sanitize/think-tags.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { RepairSettings } from '../schema/rounds.ts';
import { hashValue } from '../util/hash.ts';
import { adoptFromRuns } from './adopt-answers.ts';
import { requireAnswer } from './answer-log.ts';
import { buildFeedback } from './build-feedback.ts';
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
}

/**
 * Shows the model what its programs did and asks again, round by round, until its feedback finds nothing wrong or the
 * rounds end. Yields the keys of the repairs, those in the log first. Every request follows from the log, so after a
 * crash the same call asks for nothing that was answered.
 */
export async function* repairInRounds(options: RepairRoundsOptions): AsyncGenerator<SampleKey> {
  const { repair, log, siblings = [], judged, onEvent } = options;
  for (let round = 1; round <= repair.rounds; round++) {
    await judged();
    const first = await planRound(options, round);
    const adopted = siblings.length === 0 ? 0 : await adoptFromRuns(log, first.plans, siblings);
    const { held, plans, ended } = adopted === 0 ? first : await planRound(options, round);
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
export async function countMissingRepairs(options: PlanRoundInput): Promise<number> {
  let missing = 0;
  for (let round = 1; round <= options.repair.rounds; round++) {
    missing += (await planRound(options, round)).plans.length;
  }
  return missing;
}

type PlanRoundInput = Omit<RepairRoundsOptions, 'judged'>;

/** What the log holds of a round, what must be asked for, and conversations that have ended before. */
async function planRound(options: PlanRoundInput, round: number) {
  const held: SampleKey[] = [];
  const plans: TaskPlan[] = [];
  const ended: SampleKey[] = [];
  for (const plan of planRequests({ ...options, model: options.first?.model ?? options.model })) {
    for (const { taskId, index } of plan.held) {
      const key = { taskId, index, turn: round };
      if (isHeld(options, key)) held.push(key);
      else {
        const repair = await planRepair(options, plan, key);
        if (repair) plans.push(repair);
        else ended.push({ taskId, index });
      }
    }
  }
  return { held, plans, ended };
}

/** A repair counts as long as it is about the program that its sample had. */
function isHeld({ log }: PlanRoundInput, { taskId, index, turn }: Required<SampleKey>): boolean {
  const conversation = log.state.conversationOf({ taskId, index });
  const asked = conversation.slice(1, Number(turn) + 1);
  return asked.length === turn && asked.every(({ parent, parentHash }) => parent?.programHash === parentHash);
}

/** The next request of a conversation; undefined if it has ended, or if the answer before has no verdict. */
async function planRepair(options: PlanRoundInput, { task, prompt }: TaskPlan, key: Required<SampleKey>) {
  const { log, model, parameters, repair } = options;
  const round = Number(key.turn);
  const last = { ...key, turn: round - 1 };
  const parent = round > 1 && !isHeld(options, last) ? undefined : log.state.find(last)?.programHash;
  const verdict = parent === undefined ? undefined : await log.readVerdict(last);
  if (parent === undefined || !verdict || prompt.form !== 'chat') return undefined;
  const feedback = buildFeedback({ kind: repair.feedback, verdict, test: task.test });
  if (feedback === undefined) return undefined;
  const turns: ConversationTurn[] = [];
  for (let turn = 0; turn < round; turn++) {
    const { text } = await requireAnswer(log, { ...key, turn });
    const answer = model.capabilities.thinkTags ? splitThinking(text).text : text;
    const next = turn + 1 < round ? (await requireAnswer(log, { ...key, turn: turn + 1 })).repair : undefined;
    turns.push({ answer, feedback: next?.feedback ?? feedback });
  }
  const conversation = buildConversation(prompt, turns);
  const asked = describeAsking(model, parameters);
  const requestHash = hashValue({ ...asked, prompt: conversation, fingerprint: model.fingerprintOf?.(task) });
  const missing = [withSeed(key.index, options)];
  return { task, prompt: conversation, requestHash, held: [], missing, repair: { round, parent, feedback } };
}
