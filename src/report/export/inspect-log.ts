/** A log that `inspect view` opens: a whole header before the samples, a time at the beginning of its name. */

import { isFailing } from '../../schema/execution.ts';
import type { RunRecord } from '../../schema/run-record.ts';
import type { FinishReason, Usage } from '../../schema/sample.ts';
import { promptTextOf } from '../../schema/task.ts';
import { fillJsonAsset } from '../../util/read-asset.ts';
import type { ExportedFile, ExportedRun, ExportedSample } from './exported-run.ts';

const stopReasons: Record<FinishReason, string> = {
  ...{ stop: 'stop', repetition: 'stop', error: 'unknown', other: 'unknown' },
  ...{ length: 'max_tokens', 'content-filter': 'content_filter', 'context-too-long': 'model_length' },
};

export function exportInspectLog(run: ExportedRun): ExportedFile {
  const time = run.record.startedAt.replace(/\.\d+/, '').replace('Z', '+00:00').replaceAll(':', '-');
  return { path: `${time}_bigcodebench_${run.record.id}.json`, content: formatLog(run) };
}

async function* formatLog({ record, samples }: ExportedRun): AsyncGenerator<string> {
  const header = JSON.stringify(buildHeader(record), null, 2);
  yield `${header.slice(0, -2)},\n  "samples": [`;
  let separator = '';
  for await (const sample of samples()) {
    yield `${separator}\n    ${JSON.stringify(buildSample(record, sample))}`;
    separator = ',';
  }
  yield '\n  ]\n}\n';
}

/** In the order that streaming readers rely on. */
function buildHeader(record: RunRecord): unknown {
  const { id: run, model, split, subset, dataset, taskIds, result, startedAt: started, samples, verdicts } = record;
  const scores = (result?.score.byK ?? []).map(({ k, passAtK }) => ({ name: `pass@${k}`, value: passAtK.value }));
  return fillJsonAsset('exports/inspect-header.json', {
    ...{ run, started, split, subset, samples, verdicts, taskIds, tasks: taskIds.length, model: model.name },
    dataset: `${dataset.name} ${dataset.version}`,
    epochs: model.nSamples ?? 1,
    metrics: Object.fromEntries(scores.map((score) => [score.name, score])),
    finished: result?.finishedAt ?? started,
    usage: result?.usage ? { [model.name]: buildUsage(result.usage) } : {},
  });
}

function buildSample(record: RunRecord, { task, sample, verdict }: ExportedSample): unknown {
  const { id, canonicalSolution: target, entryPoint, libs, domains } = task;
  const { outcome, status, wallMs, peakMb, tests, stack, reason } = verdict;
  const failing = tests.filter(isFailing).map(({ name, message }) => `${name}\n${message ?? ''}`);
  return fillJsonAsset('exports/inspect-sample.json', {
    ...{ id, target, entryPoint, libs, domains, outcome, status, wallMs, peakMb, solution: sample.solution },
    epoch: sample.index + 1,
    input: promptTextOf(task, record.split),
    answer: sample.rawText ?? sample.solution,
    model: record.model.name,
    stop: stopReasons[sample.finishReason ?? 'stop'],
    usage: sample.usage && buildUsage(sample.usage),
    value: status === 'pass' ? 'C' : 'I',
    explanation: failing.join('\n') || [stack, reason].filter(Boolean).join('\n'),
  });
}

function buildUsage({ inputTokens = 0, outputTokens = 0, cachedTokens, reasoningTokens }: Usage): object {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_cache_read: cachedTokens,
    reasoning_tokens: reasoningTokens,
  };
}
