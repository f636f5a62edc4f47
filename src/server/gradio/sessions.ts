import { randomUUID } from 'node:crypto';
import type { RunEvent } from '../../schema/run-event.ts';
import type { Evaluation } from '../evaluations/evaluation-office.ts';
import { EventLog } from '../evaluations/event-log.ts';
import { toRequestFault } from '../http/request-fault.ts';
import { formatOutputs } from './outputs.ts';

interface Session {
  /** One line of JSON each. */
  readonly messages: EventLog<string>;
  readonly pending: Map<string, Evaluation>;
}

const progressEveryMs = 500;
const forgetMs = 10 * 60_000;

/** What the app's callers are waiting for, by session name. */
export class GradioSessions {
  readonly #sessions = new Map<string, Session>();

  /** Records that a session waits for an evaluation; returns the event's id. */
  join(name: string, evaluation: Evaluation): string {
    const known = this.#sessions.get(name);
    const session = known && known.pending.size > 0 ? known : { messages: new EventLog<string>(), pending: new Map() };
    this.#sessions.set(name, session);
    const id = randomUUID().replaceAll('-', '');
    session.pending.set(id, evaluation);
    void this.#follow(name, session, id, evaluation);
    return id;
  }

  /** A session's messages from the beginning; undefined for an unknown session. */
  read(name: string, signal: AbortSignal): AsyncIterable<{ readonly event: string }> | undefined {
    return this.#sessions.get(name)?.messages.read(0, signal);
  }

  /** Ends an evaluation if no other session waits for it. */
  cancel(eventId: string): boolean {
    const sessions = [...this.#sessions.values()];
    const evaluation = sessions.flatMap(({ pending }) => pending.get(eventId) ?? [])[0];
    if (evaluation === undefined) return false;
    const waiting = sessions.flatMap(({ pending }) => [...pending]).filter(([, other]) => other === evaluation);
    if (waiting.length === 1) evaluation.cancel();
    return true;
  }

  async #follow(name: string, session: Session, id: string, evaluation: Evaluation): Promise<void> {
    const { messages, pending } = session;
    const tell = (msg: string, facts: object = {}) => messages.push(JSON.stringify({ msg, event_id: id, ...facts }));
    tell('estimation', { rank: evaluation.rank, queue_size: Math.max(1, evaluation.rank), rank_eta: null });
    tell('process_starts', { eta: null });
    const startedAt = performance.now();
    const watching = this.#watch(evaluation, (progress_data) => tell('progress', { progress_data }));
    try {
      const outputs = await formatOutputs(evaluation.plan, await evaluation.over);
      const duration = (performance.now() - startedAt) / 1000;
      const end = `"is_generating":false,"duration":${duration},"average_duration":${duration},"render_config":null,"changed_state_ids":[]`;
      messages.push(
        `{"msg":"process_completed","event_id":"${id}","output":{"data":${outputs},${end}},"success":true,"title":null}`,
      );
    } catch (error) {
      tell('process_completed', { output: { error: toRequestFault(error).message, visible: true }, success: false });
    }
    await watching;
    pending.delete(id);
    if (pending.size > 0) return;
    messages.push('{"msg":"close_stream","event_id":null}');
    messages.end();
    // The stream may not have been opened yet.
    setTimeout(() => {
      if (this.#sessions.get(name) === session) this.#sessions.delete(name);
    }, forgetMs).unref();
  }

  async #watch(evaluation: Evaluation, tell: (progress: readonly object[]) => void): Promise<void> {
    let toldAt = 0;
    for await (const { event } of evaluation.events.read(0, new AbortController().signal)) {
      const progress = describeProgress(event, evaluation);
      if (progress === undefined || performance.now() - toldAt < progressEveryMs) continue;
      toldAt = performance.now();
      tell([progress]);
    }
  }
}

function describeProgress(event: RunEvent, { progress }: Evaluation) {
  if (event.type === 'ground-truth') {
    return { index: event.done, length: event.total, unit: 'tasks', progress: null, desc: 'ground truth' };
  }
  if (event.type !== 'verdict') return undefined;
  return { index: progress.done, length: progress.total, unit: 'samples', progress: null, desc: 'samples' };
}
