/** Every Eval Ever, schema 0.3.0: one record of the run, and a line for each sample. */
import type { RunRecord } from '../../schema/run-record.ts';
import { promptTextOf } from '../../schema/task.ts';
import { sha256 } from '../../util/hash.ts';
import { fillJsonAsset } from '../../util/read-asset.ts';
import { type ExportedFile, type ExportedRun, type ExportedSample, hubDatasetOf, modelIdOf } from './exported-run.ts';

export async function exportEveryEvalEver({ record, samples }: ExportedRun): Promise<ExportedFile[]> {
  const lines: string[] = [];
  for await (const sample of samples()) lines.push(`${JSON.stringify(buildInstance(record, sample))}\n`);
  const content = lines.join('');
  const id = modelIdOf(record);
  const [developer, name] = id.includes('/') ? id.split('/', 2) : [record.model.provider ?? 'unknown', id];
  const folder = `data/bigcodebench/${developer}/${name}`;
  const stem = uuidOf(record.id);
  const path = `${folder}/${stem}_samples.jsonl`;
  const facts = { ...describeRun(record), file: path, checksum: sha256(content), rows: lines.length };
  const aggregate = fillJsonAsset('exports/every-eval-ever-record.json', facts);
  return [
    { path: `${folder}/${stem}.json`, content: `${JSON.stringify(aggregate, null, 2)}\n` },
    { path, content },
  ];
}

function describeRun(record: RunRecord) {
  const { model, result, dataset, subset, split, tool, conditions } = record;
  const { value: score = 0, standardError: error = 0, interval: [low, high] = [0, 1] } = result?.score.passAt1 ?? {};
  const temperature = model.parameters?.temperature;
  const finished = epochOf(result?.finishedAt ?? record.startedAt);
  const modelId = modelIdOf(record);
  return {
    version: '0.3.0',
    ...{ modelId, finished, score, error, low, high },
    evaluation: `bigcodebench/${modelId}/${finished}`,
    name: `bigcodebench${subset === 'full' ? '' : `-${subset}`}-${split}`,
    started: epochOf(record.startedAt),
    ...{ run: record.id, environment: conditions.fingerprint, isolation: conditions.isolation },
    ...{ tool: tool.version, model: model.name, provider: model.provider },
    dataset: `${dataset.name} ${dataset.version}`,
    repo: hubDatasetOf(record),
    tasks: record.taskIds.length,
    scored: result?.score.tasks ?? 0,
    temperature: typeof temperature === 'number' ? temperature : undefined,
  };
}

function buildInstance(record: RunRecord, { task, sample, verdict }: ExportedSample): unknown {
  const isCorrect = verdict.status === 'pass';
  const input = promptTextOf(task, record.split);
  const { inputTokens: input_tokens, outputTokens: output_tokens } = sample.usage ?? {};
  const areCounted = input_tokens !== undefined && output_tokens !== undefined;
  return fillJsonAsset('exports/every-eval-ever-sample.json', {
    ...describeRun(record),
    ...{ input, isCorrect, score: isCorrect ? 1 : 0, solution: sample.solution, reference: task.canonicalSolution },
    sample: sample.index === 0 ? task.id : `${task.id}#${sample.index}`,
    hash: sha256(input + task.canonicalSolution),
    output: sample.rawText ?? sample.solution,
    reasoning: sample.reasoning === undefined ? undefined : [sample.reasoning],
    usage: areCounted ? { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens } : undefined,
    outcome: verdict.outcome,
    domains: task.domains.join(', '),
    libraries: task.libs.join(', '),
  });
}

function epochOf(iso: string): string {
  return String(Date.parse(iso) / 1000);
}

/** A UUID that is the same for the same run. */
function uuidOf(id: string): string {
  const hex = sha256(id);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
