import { passesVisible } from '../generate/build-feedback.ts';
import type { RepairSettings, RoundsSummary } from '../schema/rounds.ts';
import type { Task } from '../schema/task.ts';
import { type Conversation, type ScoredTurn, scoreRounds } from '../score/score-rounds.ts';
import type { SampleState } from '../store/conversations.ts';
import type { RunLog } from '../store/run-log.ts';

type AnswersAndVerdicts = Pick<RunLog, 'state' | 'readAnswer' | 'readVerdict'>;

/** What a log says about its rounds of repair. */
export async function summarizeRounds(
  log: AnswersAndVerdicts,
  tasks: readonly Task[],
  repair: RepairSettings,
): Promise<RoundsSummary> {
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
  return turns.map(([first, ...later]) => ({
    taskId: task.id,
    turns: first ? [first.tokens === undefined ? { ...first, ...none } : first, ...later] : [],
  }));
}

async function readTurn(log: AnswersAndVerdicts, state: SampleState, task: Task): Promise<ScoredTurn> {
  const { usage, costUsd } = (await log.readAnswer(state)) ?? {};
  const passed = state.verdict?.status === 'pass';
  const verdict = passed ? undefined : await log.readVerdict(state);
  const tokens = usage && (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const isVisiblyRight = verdict !== undefined && passesVisible(verdict, task.test);
  return { passed, passesVisible: passed || isVisiblyRight, cause: state.verdict?.failure?.cause, tokens, costUsd };
}
