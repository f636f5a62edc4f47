/**
 * A log that `inspect view` opens. Its readers stream headers: every part of the header must be there and come before
 * the samples, and the file's name must begin with a time.
 */

import { isFailing } from '../../schema/execution.ts';
import type { RunRecord } from '../../schema/run-record.ts';
import type { FinishReason, Usage } from '../../schema/sample.ts';
import { promptTextOf } from '../../schema/task.ts';
import type { ExportedFile, ExportedRun, ExportedSample } from './exported-run.ts';

const stopReasons: Record<FinishReason, string> = {
  stop: 'stop',
  length: 'max_tokens',
  'content-filter': 'content_filter',
  'context-too-long': 'model_length',
  repetition: 'stop',
  error: 'unknown',
  other: 'unknown',
};

const taskName = 'bigcodebench';

export function exportInspectLog(run: ExportedRun): ExportedFile {
  const time = run.record.startedAt.replace(/\.\d+/, '').replace('Z', '+00:00').replaceAll(':', '-');
  return { path: `${time}_${taskName}_${run.record.id}.json`, content: formatLog(run) };
}

async function* formatLog({ record, samples }: ExportedRun): AsyncGenerator<string> {
  const header = JSON.stringify(buildHeader(record), null, 2);
  yield `${header.slice(0, -2)},\n  "samples": [`;
  let isFirst = true;
  for await (const sample of samples()) {
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(buildSample(record, sample))}`;
    isFirst = false;
  }
  yield '\n  ]\n}\n';
}

/** In the order that streaming readers rely on. */
function buildHeader(record: RunRecord): Record<string, unknown> {
  const { model, split, subset, dataset, taskIds, result } = record;
  const metrics = Object.fromEntries(
    (result?.score.byK ?? []).map(({ k, passAtK }) => [`pass@${k}`, { name: `pass@${k}`, value: passAtK.value }]),
  );
  return {
    version: 2,
    status: 'success',
    eval: {
      eval_id: record.id,
      run_id: record.id,
      created: record.startedAt,
      task: taskName,
      task_id: record.id,
      task_args: { split, subset },
      dataset: { name: `${dataset.name} ${dataset.version}`, samples: taskIds.length, sample_ids: taskIds },
      model: model.name,
      config: { epochs: model.nSamples ?? 1 },
    },
    plan: { name: 'plan', steps: [{ solver: 'generate', params: {} }], config: {} },
    results: {
      total_samples: record.samples,
      completed_samples: record.verdicts,
      scores: [{ name: taskName, scorer: taskName, metrics }],
    },
    stats: {
      started_at: record.startedAt,
      completed_at: result?.finishedAt ?? record.startedAt,
      model_usage: result?.usage ? { [model.name]: buildUsage(result.usage) } : {},
    },
  };
}

function buildSample(record: RunRecord, { task, sample, verdict }: ExportedSample): Record<string, unknown> {
  const input = promptTextOf(task, record.split);
  const answer = { role: 'assistant', content: sample.rawText ?? sample.solution, source: 'generate' };
  const failing = verdict.tests.filter(isFailing);
  return {
    id: task.id,
    epoch: sample.index + 1,
    input,
    target: task.canonicalSolution,
    messages: [{ role: 'user', content: input }, answer],
    output: {
      model: record.model.name,
      choices: [{ message: answer, stop_reason: stopReasons[sample.finishReason ?? 'stop'] }],
      usage: sample.usage && buildUsage(sample.usage),
    },
    scores: {
      [taskName]: {
        value: verdict.status === 'pass' ? 'C' : 'I',
        answer: sample.solution,
        explanation:
          failing.map(({ name, message }) => `${name}\n${message ?? ''}`).join('\n') ||
          [verdict.stack, verdict.reason].filter(Boolean).join('\n'),
      },
    },
    metadata: {
      outcome: verdict.outcome,
      status: verdict.status,
      entry_point: task.entryPoint,
      libraries: task.libs,
      domains: task.domains,
      wall_ms: verdict.wallMs,
      peak_mb: verdict.peakMb,
    },
  };
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
