import { cutHiddenTests } from '../dataset/visible-tests.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type FinishedRun, type FinishRunOptions, finishRun } from '../evaluate/finish-run.ts';
import { evaluateSamples } from '../evaluate/jobs/evaluate-samples.ts';
import { type JudgeRunOptions, judgeRun } from '../evaluate/judge-run.ts';
import { describeOpened, tellRun } from '../evaluate/tell-run.ts';
import { passesVisible } from '../generate/build-feedback.ts';
import {
  type Generation,
  type GenerationOptions,
  type GenerationSummary,
  openGeneration,
} from '../generate/generation.ts';
import { countMissingRepairs, type RepairRoundsOptions, repairInRounds } from '../generate/repair-rounds.ts';
import { describeStop, explainDecision } from '../report/format-decision.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { RepairSettings } from '../schema/rounds.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { type Conversation, type ScoredTurn, scoreRounds } from '../score/score-rounds.ts';
import type { SampleState } from '../store/conversations.ts';
import type { RunLog } from '../store/run-log.ts';
import { resolveResultPaths } from '../upstream/result-paths.ts';
import { Channel } from '../util/channel.ts';
import { Countdown } from '../util/countdown.ts';
import type { KeptFile } from '../util/keep-old-file.ts';
import { createDecidingTasks, type DecidingTasks } from './decisions.ts';
import { type ModelRunSubject, type OpenModelRun, openModelRun } from './open-model-run.ts';

export interface RunModelOptions
  extends ModelRunSubject,
    Omit<JudgeRunOptions, 'log' | 'samples' | 'tasks' | 'rules'>,
    Pick<GenerationOptions, 'sanitize' | 'retry' | 'maxCostUsd'> {
  readonly passK: readonly number[];
  readonly savePassRate?: boolean | undefined;
  readonly excluded?: FinishRunOptions['excluded'];
  /** The run is open: nothing was asked for yet. */
  readonly onOpen?: ((run: OpenModelRun) => void) | undefined;
}

export interface ModelRun extends FinishedRun {
  readonly samplesFile: KeptFile;
  readonly generation: GenerationSummary;
}

/**
 * The main job: generate → sanitize → execute → score → report. A sample is executed as soon as it is there; while
 * ground truth is checked, answers already come in. Every answer and verdict is on disk before the next step builds on
 * it, so the same call after a crash resumes where this one stopped.
 */
export async function runModel(options: RunModelOptions): Promise<ModelRun> {
  const { model, prompt, subset, tasks, nSamples, onEvent, signal } = options;
  const start = { model: model.name, split: prompt.split, subset, total: tasks.length * nSamples };
  return tellRun({ onEvent, signal, start, work: () => answerAndJudge(options) });
}

async function answerAndJudge(options: RunModelOptions): Promise<ModelRun> {
  const { model, first, repair, restrictions = [], notSent = [], against, onEvent } = options;
  const run = await openModelRun(options);
  await using log = run.log;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const asked = { ...options, ...run, model: first?.model ?? model, isInWaves: against !== undefined, signal };
  const generation = await openGeneration(asked);
  onEvent?.(describeOpened(log, generation.keeps()));
  options.onOpen?.(run);
  const deciding = against && createDecidingTasks(against, options, log);
  const samples = askAll(generation, { ...options, ...run, deciding, signal });
  try {
    const groundTruth = await judgeRun({ ...options, log, samples, signal });
    const samplesFile = await generation.writeSamples();
    const summary = await generation.summarize();
    const unrepaired = repair ? await countMissingRepairs({ ...options, ...run, repair }) : 0;
    const missing = (deciding ? generation.countMissing(deciding.needed()) : summary.missing) + unrepaired;
    if (missing > 0) {
      const share = `${missing} of ${summary.total + unrepaired} samples`;
      const message = `${model.name} did not answer for ${share}, so there is no score yet: the same command asks for those again.`;
      throw new BigCodeBenchError('INCOMPLETE', message, { isRetryable: true });
    }
    const { usage, costUsd, signs } = summary;
    const paths = await resolveResultPaths(run.samplesPath);
    const unsent = notSent.length > 0 ? [`Not sent, because the model does not take it: ${notSent.join(', ')}.`] : [];
    const rounds = repair && (await summarizeRounds(log, options.tasks, repair));
    const leaks = repair?.feedback === 'all' ? [leakNote] : [];
    const recorded = first ? [`The first answers are those of ${first.source}: only repairs were asked for.`] : [];
    const decision = deciding?.describe(costUsd);
    const decided = decision ? [explainDecision(decision)] : [];
    const notes = [...decided, ...signs, ...restrictions, ...unsent, ...leaks, ...recorded];
    // The original's readers would take it for the score of all tasks.
    const savePassRate = decision && describeStop(decision) !== undefined ? false : options.savePassRate;
    const found = { groundTruth, usage, costUsd, rounds, decision, savePassRate, notes };
    const finished = await finishRun({ ...options, ...found, log, paths });
    return { ...finished, samplesFile, generation: summary };
  } finally {
    // Whatever ended the judging ends the asking; answers under way are waited for, since they are paid for.
    stop.abort(new DOMException('The run has ended.', 'AbortError'));
    await samples.ended;
  }
}

const leakNote =
  'The model was shown the tests that judge it (--feedback all): its score after repairs says how well it fits them.';

type AskOptions = Omit<RepairRoundsOptions, 'judged' | 'observe' | 'repair'> &
  Omit<JudgeRunOptions, 'samples'> & {
    readonly signal: AbortSignal;
    readonly repair?: RunModelOptions['repair'];
    readonly deciding?: DecidingTasks | undefined;
  };

/**
 * Asks at its own pace, whether or not anybody judges; only keys of samples wait. A round of repair waits for the verdicts
 * of the round before, and so does a wave of a run that stops when it has decided. `ended`: nothing is asked any more.
 */
function askAll(generation: Generation, options: AskOptions) {
  const { repair, deciding, signal, onEvent } = options;
  const keys = new Channel<SampleKey>();
  const unjudged = new Countdown();
  const waves = new Channel<readonly Task[]>();
  const tell = async (asked: AsyncIterable<SampleKey>) => {
    for await (const key of asked) {
      onEvent?.({ type: 'sample', taskId: key.taskId, index: key.index });
      unjudged.add();
      keys.push(key);
    }
  };
  const ask = async () => {
    if (!deciding) await tell(generation.keys());
    for (let wave = deciding?.next() ?? []; wave.length > 0; wave = deciding?.next() ?? []) {
      waves.push(wave);
      await tell(generation.keysOf(wave, () => !deciding?.isDecided()));
      await unjudged.wait(signal);
    }
    const judged = () => unjudged.wait(signal);
    const observe = (programs: readonly Verdict[]) => runVisibleTests(programs, options);
    if (repair) await tell(repairInRounds({ ...options, repair, judged, observe }));
  };
  const fail = (error: unknown) => keys.fail(error);
  const ended = ask()
    .finally(() => waves.close())
    .then(() => keys.close(), fail);
  return {
    keys,
    ended,
    load: (key: SampleKey) => generation.load(key),
    onSettled: () => unjudged.settle(),
    ...(deciding && { waves }),
  };
}

function runVisibleTests(samples: readonly Verdict[], options: AskOptions) {
  const { executor, judgeSafety, log, signal, onEvent } = options;
  const tasks = options.tasks.map((task) => ({ ...task, test: cutHiddenTests(task.test) }));
  const rules = { ...options.rules, integrity: 'flags' as const };
  const { groundTruth } = log.state;
  return evaluateSamples({ samples, tasks, executor, rules, judgeSafety, groundTruth, signal, onEvent });
}

type AnswersAndVerdicts = Pick<RunLog, 'state' | 'readAnswer' | 'readVerdict'>;

export async function summarizeRounds(log: AnswersAndVerdicts, tasks: readonly Task[], repair: RepairSettings) {
  const conversations: Conversation[] = [];
  for (const task of tasks) conversations.push(...(await readConversations(log, task)));
  return scoreRounds({ ...repair, taskIds: tasks.map(({ id }) => id), conversations });
}

async function readConversations(log: AnswersAndVerdicts, task: Task): Promise<Conversation[]> {
  const states = [...log.state.samples(task.id)].map((sample) => log.state.conversationOf(sample));
  const turns = await Promise.all(states.map((own) => Promise.all(own.map((state) => readTurn(log, state, task)))));
  // One call for several samples is counted with the first of them.
  const shared = turns.find(([first]) => first?.tokens !== undefined)?.[0];
  const none = { ...(shared && { tokens: 0 }), ...(shared?.costUsd !== undefined && { costUsd: 0 }) };
  const count = (turn: ScoredTurn, at: number) => (at === 0 && turn.tokens === undefined ? { ...turn, ...none } : turn);
  return turns.map((own) => ({ taskId: task.id, turns: own.map(count) }));
}

async function readTurn(log: AnswersAndVerdicts, state: SampleState, task: Task): Promise<ScoredTurn> {
  const { usage, costUsd } = (await log.readAnswer(state)) ?? {};
  const passed = state.verdict?.status === 'pass';
  const verdict = passed ? undefined : await log.readVerdict(state);
  const tokens = usage && (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const isVisiblyRight = verdict !== undefined && passesVisible(verdict, task.test);
  return { passed, passesVisible: passed || isVisiblyRight, cause: state.verdict?.failure?.cause, tokens, costUsd };
}
