import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Conversation, Executor } from '../../executor/executor.ts';
import { buildPrompt, resolvePromptSettings } from '../../prompt/build-prompt.ts';
import type { Execution, Limits } from '../../schema/execution.ts';
import type { Optional } from '../../schema/optional.ts';
import { textsOf } from '../../schema/prompt.ts';
import type { Split, Task } from '../../schema/task.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { type Caller, maySee } from '../http/auth.ts';
import { RequestFault, tooBusy } from '../http/request-fault.ts';

/** What a submitted solution came to. */
export type SessionResult = Pick<Execution, 'outcome' | 'reason'> & Readonly<{ reward: number; passed: boolean }>;

/** One caller's work on one task. */
export interface Session {
  /** Names it, and opens it: nobody guesses it. */
  readonly id: string;
  /** What its owner calls it; without a name its id. */
  readonly name: string;
  readonly owner: string;
  readonly task: Task;
  readonly split: Split;
  /** Undefined where programs cannot be talked to. */
  readonly conversation: Conversation | undefined;
  /** It ends after so long without a call. */
  readonly idleMs: number;
  readonly cost: { calls: number; cpuMs: number };
  result: SessionResult | undefined;
  isOver: boolean;
  readonly turns: ReturnType<typeof pLimit>;
  /** Calls that run or wait. */
  underWay: number;
  /** The timer of a session that waits for a call. */
  cancelTimer: () => void;
  readonly cancelHour: () => void;
}

interface SessionsOptions {
  readonly executor: Executor;
  /** Of the interpreter of one session, all of its calls together. */
  readonly limits: Limits;
  readonly mostOfOwner?: number | undefined;
  readonly clock?: Clock | undefined;
}

type SessionRequest = Pick<Session, 'owner' | 'task' | 'split'> & Optional<Pick<Session, 'idleMs' | 'name'>>;

export const longestIdleMs = 60 * 60_000;
const defaultIdleMs = 10 * 60_000;
const totalMs = 60 * 60_000;
const cpuMs = 10 * 60_000;
const outputKb = 16;
const mostSessions = 20_000;
const usuallyMost = 5000;
/** Of one session, at once. */
const mostCalls = 16;

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of all callers. One ends when it is told to, when nobody called for a while, and after an hour. */
export function createSessions({ executor, limits, mostOfOwner = usuallyMost, clock = systemClock }: SessionsOptions) {
  const sessions = new Map<string, Session>();
  const ownLimits = { ...limits, wallMs: totalMs, cpuMs, outputKb };

  const wait = (session: Session) => {
    session.cancelTimer();
    session.cancelTimer = clock.setTimer(session.idleMs, () => void end(session));
  };
  /** Resolves when nothing of it is left. */
  const end = async (session: Session) => {
    if (session.isOver) return;
    session.isOver = true;
    session.cancelTimer();
    session.cancelHour();
    sessions.delete(session.id);
    await session.conversation?.close();
  };
  return {
    end,
    /** How many there are, and how many of them hold an interpreter. */
    get use() {
      const held = [...sessions.values()];
      return { sessions: held.length, interpreters: held.filter(({ conversation }) => conversation?.isOpen).length };
    },
    create({ owner, task, split, name, idleMs = defaultIdleMs }: SessionRequest): Session {
      const count = [...sessions.values()].filter((each) => each.owner === owner).length;
      if (count >= mostOfOwner || sessions.size >= mostSessions) throw tooBusy();
      const id = randomUUID();
      const session: Session = {
        id,
        name: name ?? id,
        owner,
        task,
        split,
        idleMs,
        conversation: executor.converse?.({ limits: ownLimits, libs: task.libs }),
        cost: { calls: 0, cpuMs: 0 },
        result: undefined,
        isOver: false,
        underWay: 0,
        turns: pLimit(1),
        cancelTimer: () => {},
        cancelHour: clock.setTimer(totalMs, () => void end(session)),
      };
      sessions.set(session.id, session);
      wait(session);
      return session;
    },
    /** A session of the caller, by its id, or the latest by its name. Others have none of that name. */
    find(id: string, caller: Caller): Session {
      const known = sessions.get(id);
      const sought = known ? [known] : [...sessions.values()].filter(({ name }) => name === id);
      const session = sought.findLast((each) => maySee(caller, each));
      if (session !== undefined) return session;
      throw new RequestFault(404, 'There is no such session: it may have ended.');
    },
    list: (caller: Caller) => [...sessions.values()].filter((session) => maySee(caller, session)),
    /** Does something in a session after what was asked of it before. */
    async take<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
      if (session.isOver) throw sessionEnded();
      if (session.underWay >= mostCalls) throw tooBusy();
      session.cancelTimer();
      session.underWay++;
      session.cost.calls++;
      try {
        return await session.turns(async () => {
          if (session.isOver) throw sessionEnded();
          return await work();
        });
      } finally {
        session.underWay--;
        if (session.underWay === 0 && !session.isOver) wait(session);
      }
    },
    async close(): Promise<void> {
      await Promise.all([...sessions.values()].map(end));
    },
  };
}

/** What models are shown of the task. */
export function promptOf({ task, split }: Pick<Session, 'task' | 'split'>): string {
  return textsOf(buildPrompt(task, resolvePromptSettings({ split, kind: 'chat' }))).join('\n');
}

export function sessionEnded(): RequestFault {
  return new RequestFault(404, 'The session has ended: create another one.');
}
