import { randomUUID } from 'node:crypto';
import type { RunEvent } from '../../schema/run-event.ts';
import type { Evaluation } from '../evaluations/evaluations.ts';
import { EventLog } from '../evaluations/event-log.ts';
import { tooBusy } from '../http/request-fault.ts';
import type { EventEnd } from './format-end.ts';

/** A line of JSON; or the end of an event, whose results are read from disk whenever a stream comes to it. */
export type Message = string | EventEnd;

type Session = Readonly<{ owner: string; messages: EventLog<Message>; pending: Map<string, Evaluation> }>;

/** Sessions of two owners may have the same name. */
type SessionName = Readonly<Record<'owner' | 'name', string>>;

const progressEveryMs = 500;
const forgetMs = 10 * 60_000;
/** The oldest that are over make room for further ones. */
const maxSessions = 1000;
/** Of one owner, in all sessions: each listens to its evaluation. */
const maxPending = 1000;

/** What the app's callers are waiting for, by session name. */
export function createGradioSessions() {
  const sessions = new Map<string, Session>();
  const sessionsOf = (owner: string) => [...sessions.values()].filter((session) => session.owner === owner);
  const makeRoom = () => {
    if (sessions.size < maxSessions) return;
    const [key] = [...sessions].find(([, { pending }]) => pending.size === 0) ?? [];
    if (key === undefined) throw tooBusy();
    sessions.delete(key);
  };
  const follow = async (key: string, session: Session, id: string, evaluation: Evaluation) => {
    const { messages, pending } = session;
    const tell = (msg: string, facts: object) => messages.push(JSON.stringify({ msg, event_id: id, ...facts }));
    tell('estimation', { rank: evaluation.rank, queue_size: Math.max(1, evaluation.rank), rank_eta: null });
    tell('process_starts', { eta: null });
    const startedAt = performance.now();
    const watching = watch(evaluation, (progress) => tell('progress', { progress_data: [progress] }));
    await evaluation.over.catch(() => {});
    messages.push({ id, evaluation, durationS: (performance.now() - startedAt) / 1000 });
    await watching;
    pending.delete(id);
    if (pending.size > 0) return;
    messages.push('{"msg":"close_stream","event_id":null}');
    messages.end();
    // The stream may not have been opened yet.
    setTimeout(() => {
      if (sessions.get(key) === session) sessions.delete(key);
    }, forgetMs).unref();
  };
  return {
    /** Records that a session waits for an evaluation; returns the event's id. */
    join({ owner, name }: SessionName, evaluation: Evaluation): string {
      if (sessionsOf(owner).reduce((sum, { pending }) => sum + pending.size, 0) >= maxPending) throw tooBusy();
      const key = keyOf({ owner, name });
      const known = sessions.get(key);
      const isOpen = known !== undefined && known.pending.size > 0;
      if (!isOpen) makeRoom();
      const session = isOpen ? known : { owner, messages: new EventLog<Message>(), pending: new Map() };
      sessions.set(key, session);
      const id = randomUUID().replaceAll('-', '');
      session.pending.set(id, evaluation);
      void follow(key, session, id, evaluation);
      return id;
    },
    /** A session's messages from the beginning; undefined for an unknown session. */
    read: (name: SessionName, signal: AbortSignal) => sessions.get(keyOf(name))?.messages.read(0, signal),
    /** Ends an evaluation if no other session waits for it. */
    cancel(owner: string, eventId: string): boolean {
      const own = sessionsOf(owner);
      const evaluation = own.flatMap(({ pending }) => pending.get(eventId) ?? [])[0];
      if (evaluation === undefined) return false;
      const waiting = own.flatMap(({ pending }) => [...pending.values()]).filter((other) => other === evaluation);
      if (waiting.length === 1) evaluation.cancel();
      return true;
    },
  };
}

async function watch(evaluation: Evaluation, tell: (progress: object) => void): Promise<void> {
  let toldAt = 0;
  for await (const { event } of evaluation.events.read(0, new AbortController().signal)) {
    const progress = describeProgress(event, evaluation);
    if (progress === undefined || performance.now() - toldAt < progressEveryMs) continue;
    toldAt = performance.now();
    tell(progress);
  }
}

const keyOf = ({ owner, name }: SessionName): string => JSON.stringify([owner, name]);

function describeProgress(event: RunEvent, { progress }: Evaluation) {
  if (event.type === 'ground-truth') {
    return { index: event.done, length: event.total, unit: 'tasks', progress: null, desc: 'ground truth' };
  }
  if (event.type !== 'verdict') return undefined;
  return { index: progress.done, length: progress.total, unit: 'samples', progress: null, desc: 'samples' };
}
