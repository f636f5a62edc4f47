/** The end of an event in a stream: it holds all results of an evaluation, of which no more than a piece is in memory. */
import { open } from 'node:fs/promises';
import { formatPassAtK } from '../../upstream/eval-results.ts';
import { modelNameOf } from '../../upstream/result-paths.ts';
import type { Evaluation } from '../evaluations/evaluations.ts';
import { toRequestFault } from '../http/request-fault.ts';

export type EventEnd = Readonly<{ id: string; evaluation: Evaluation; durationS: number }>;

/** As the queue of the app tells it. */
export async function* formatEnd({ id, evaluation, durationS }: EventEnd): AsyncGenerator<string> {
  const outputs = await openOutputs(evaluation);
  if ('error' in outputs) {
    const output = { ...outputs, visible: true };
    yield `data: ${JSON.stringify({ msg: 'process_completed', event_id: id, output, success: false })}\n\n`;
    return;
  }
  const times = `"duration":${durationS},"average_duration":${durationS}`;
  yield `data: {"msg":"process_completed","event_id":"${id}","output":{"data":`;
  yield* outputs.text;
  yield `,"is_generating":false,${times},"render_config":null,"changed_state_ids":[]},"success":true,"title":null}\n\n`;
}

/** The form for `curl`: the end alone matters, and its name says what it is. */
export async function* formatNamedEnd({ evaluation }: EventEnd): AsyncGenerator<string> {
  const outputs = await openOutputs(evaluation);
  if ('error' in outputs) return yield `event: error\ndata: ${JSON.stringify(outputs.error)}\n\n`;
  yield 'event: complete\ndata: ';
  yield* outputs.text;
  yield '\n\n';
}

/**
 * The two outputs of the app as one line of JSON: the content of `…_eval_results.json` and of `…_pass_at_k.json`. As
 * text, since a parsed 1.0 would come out as 1, and the original writes down what it gets.
 */
async function openOutputs({ plan, over }: Evaluation): Promise<{ text: AsyncIterable<string> } | { error: string }> {
  try {
    const result = await over;
    const { split, subset, calibrated, tasks, samplesPath } = plan;
    if (result.kind === 'ground-truth') {
      const { passRate, failed } = result.summary;
      const facts = { split, subset, calibrated, gtPassRate: passRate, failedTasks: failed };
      const passAtK = formatPassAtK({ ...facts, model: '__dummy__.jsonl', passAtK: new Map() });
      return { text: joinLines(['[{"date":"","eval":{}},', passAtK, ']']) };
    }
    const { document, paths } = result;
    const isChecked = plan.groundTruth === 'checked';
    const scores = plan.passK.flatMap((k): [number, number][] => {
      const value = document[`pass@${k}`];
      return typeof value === 'number' ? [[k, value]] : [];
    });
    const passAtK = formatPassAtK({
      passAtK: new Map(scores),
      model: modelNameOf(samplesPath),
      split,
      subset,
      calibrated,
      gtPassRate: isChecked ? (document.gt_pass_rate ?? 0) : 0,
      // Without a check the Space counts all tasks as failed.
      failedTasks: isChecked ? document.failed_tasks : tasks.map(({ id }) => id),
    });
    const file = (await open(paths.evalResults)).createReadStream({ encoding: 'utf8' });
    const both = async function* () {
      yield '[';
      yield* file as AsyncIterable<string>;
      yield* [',', passAtK, ']'];
    };
    return { text: joinLines(both()) };
  } catch (error) {
    return { error: toRequestFault(error).message };
  }
}

/** In JSON text, line breaks only occur between values: they and what follows them means nothing. */
export async function* joinLines(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let isBetween = false;
  for await (const piece of pieces) {
    const rest: string = isBetween ? piece.trimStart() : piece;
    const end = rest.trimEnd().length;
    isBetween = rest.includes('\n', end) || (isBetween && rest === '');
    yield rest.replace(/\n\s*/g, '');
  }
}
