import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RunEvent } from '../../schema/run-event.ts';
import { formatPassAtK } from '../../upstream/eval-results.ts';
import { modelNameOf } from '../../upstream/result-paths.ts';
import type { EvaluationResult } from '../evaluations/carry-out.ts';
import type { EvaluationPlan } from '../evaluations/evaluation-plan.ts';
import type { Evaluation } from '../evaluations/evaluations.ts';
import { EventLog } from '../evaluations/event-log.ts';
import { tooBusy, toRequestFault } from '../http/request-fault.ts';

/** One line of JSON. The last one holds all results: it is read from disk whenever a stream comes to it. */
type Message = () => string | Promise<string>;

interface Session {
  readonly owner: string;
  readonly messages: EventLog<Message>;
  readonly pending: Map<string, Evaluation>;
}

/** Sessions of two owners may have the same name. */
export interface SessionName {
  readonly owner: string;
  readonly name: string;
}

const progressEveryMs = 500;
const forgetMs = 10 * 60_000;
/** The oldest that are over make room for further ones. */
const maxSessions = 1000;

/** What the app's callers are waiting for, by session name. */
export class GradioSessions {
  readonly #sessions = new Map<string, Session>();

  /** Records that a session waits for an evaluation; returns the event's id. */
  join({ owner, name }: SessionName, evaluation: Evaluation): string {
    const key = keyOf({ owner, name });
    const known = this.#sessions.get(key);
    const isOpen = known !== undefined && known.pending.size > 0;
    if (!isOpen) this.#makeRoom();
    const session = isOpen ? known : { owner, messages: new EventLog<Message>(), pending: new Map() };
    this.#sessions.set(key, session);
    const id = randomUUID().replaceAll('-', '');
    session.pending.set(id, evaluation);
    void this.#follow(key, session, id, evaluation);
    return id;
  }

  /** A session's messages from the beginning; undefined for an unknown session. */
  read(name: SessionName, signal: AbortSignal): AsyncIterable<{ readonly event: string }> | undefined {
    const session = this.#sessions.get(keyOf(name));
    return session && readMessages(session.messages, signal);
  }

  /** Ends an evaluation if no other session waits for it. */
  cancel(owner: string, eventId: string): boolean {
    const sessions = [...this.#sessions.values()].filter((session) => session.owner === owner);
    const evaluation = sessions.flatMap(({ pending }) => pending.get(eventId) ?? [])[0];
    if (evaluation === undefined) return false;
    const waiting = sessions.flatMap(({ pending }) => [...pending]).filter(([, other]) => other === evaluation);
    if (waiting.length === 1) evaluation.cancel();
    return true;
  }

  #makeRoom(): void {
    if (this.#sessions.size < maxSessions) return;
    for (const [key, { pending }] of this.#sessions) {
      if (pending.size > 0) continue;
      this.#sessions.delete(key);
      return;
    }
    throw tooBusy();
  }

  async #follow(key: string, session: Session, id: string, evaluation: Evaluation): Promise<void> {
    const { messages, pending } = session;
    const say = (msg: string, facts: object = {}) => JSON.stringify({ msg, event_id: id, ...facts });
    const tell = (msg: string, facts: object = {}) => {
      const line = say(msg, facts);
      messages.push(() => line);
    };
    tell('estimation', { rank: evaluation.rank, queue_size: Math.max(1, evaluation.rank), rank_eta: null });
    tell('process_starts', { eta: null });
    const startedAt = performance.now();
    const watching = this.#watch(evaluation, (progress_data) => tell('progress', { progress_data }));
    await evaluation.over.catch(() => {});
    const duration = (performance.now() - startedAt) / 1000;
    const end = `"is_generating":false,"duration":${duration},"average_duration":${duration},"render_config":null,"changed_state_ids":[]`;
    messages.push(async () => {
      try {
        const outputs = await formatOutputs(evaluation.plan, await evaluation.over);
        return `{"msg":"process_completed","event_id":"${id}","output":{"data":${outputs},${end}},"success":true,"title":null}`;
      } catch (error) {
        const output = { error: toRequestFault(error).message, visible: true };
        return say('process_completed', { output, success: false });
      }
    });
    await watching;
    pending.delete(id);
    if (pending.size > 0) return;
    messages.push(() => '{"msg":"close_stream","event_id":null}');
    messages.end();
    // The stream may not have been opened yet.
    setTimeout(() => {
      if (this.#sessions.get(key) === session) this.#sessions.delete(key);
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

function keyOf({ owner, name }: SessionName): string {
  return JSON.stringify([owner, name]);
}

async function* readMessages(
  messages: EventLog<Message>,
  signal: AbortSignal,
): AsyncGenerator<{ readonly event: string }> {
  for await (const { event } of messages.read(0, signal)) yield { event: await event() };
}

function describeProgress(event: RunEvent, { progress }: Evaluation) {
  if (event.type === 'ground-truth') {
    return { index: event.done, length: event.total, unit: 'tasks', progress: null, desc: 'ground truth' };
  }
  if (event.type !== 'verdict') return undefined;
  return { index: progress.done, length: progress.total, unit: 'samples', progress: null, desc: 'samples' };
}

/**
 * The two outputs of the app as one line of JSON: the content of `…_eval_results.json` and of `…_pass_at_k.json`. As
 * text, since a parsed 1.0 would come out as 1, and the original writes down what it gets.
 */
async function formatOutputs(plan: EvaluationPlan, result: EvaluationResult): Promise<string> {
  const { split, subset, calibrated, tasks, samplesPath } = plan;
  if (result.kind === 'ground-truth') {
    const { passRate, failed } = result.summary;
    const facts = { split, subset, calibrated, gtPassRate: passRate, failedTasks: failed };
    const passAtK = formatPassAtK({ ...facts, model: '__dummy__.jsonl', passAtK: new Map() });
    return `[{"date":"","eval":{}},${toLine(passAtK)}]`;
  }
  const { document, paths } = result;
  const isChecked = plan.groundTruth === 'checked';
  const passAtK = formatPassAtK({
    passAtK: new Map(
      plan.passK.flatMap((k): [number, number][] => {
        const value = document[`pass@${k}`];
        return typeof value === 'number' ? [[k, value]] : [];
      }),
    ),
    model: modelNameOf(samplesPath),
    split,
    subset,
    calibrated,
    gtPassRate: isChecked ? (document.gt_pass_rate ?? 0) : 0,
    // Without a check the Space counts all tasks as failed.
    failedTasks: isChecked ? document.failed_tasks : tasks.map(({ id }) => id),
  });
  return `[${toLine(await readFile(paths.evalResults, 'utf8'))},${toLine(passAtK)}]`;
}

/** In JSON text, line breaks only occur between values. */
function toLine(json: string): string {
  return json.replace(/\n\s*/g, '');
}
