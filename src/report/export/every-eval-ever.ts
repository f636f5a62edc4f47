/** Every Eval Ever, schema 0.3.0: one record of the run, and a line for each sample. */
import type { RunRecord } from '../../schema/run-record.ts';
import { promptTextOf } from '../../schema/task.ts';
import { sha256 } from '../../util/hash.ts';
import { type ExportedFile, type ExportedRun, type ExportedSample, modelIdOf } from './exported-run.ts';

const schemaVersion = '0.3.0';

export async function exportEveryEvalEver({ record, samples }: ExportedRun): Promise<ExportedFile[]> {
  const lines: string[] = [];
  for await (const sample of samples()) lines.push(`${JSON.stringify(buildInstance(record, sample))}\n`);
  const content = lines.join('');
  const id = modelIdOf(record);
  const [developer, name] = id.includes('/') ? id.split('/', 2) : [record.model.provider ?? 'unknown', id];
  const folder = `data/bigcodebench/${developer}/${name}`;
  const stem = uuidOf(record.id);
  const detailed = {
    format: 'jsonl',
    file_path: `${folder}/${stem}_samples.jsonl`,
    hash_algorithm: 'sha256',
    checksum: sha256(content),
    total_rows: lines.length,
  };
  const aggregate = { ...buildAggregate(record), detailed_evaluation_results: detailed };
  return [
    { path: `${folder}/${stem}.json`, content: `${JSON.stringify(aggregate, null, 2)}\n` },
    { path: detailed.file_path, content },
  ];
}

function evaluationIdOf(record: RunRecord): string {
  return `bigcodebench/${modelIdOf(record)}/${epochOf(record.result?.finishedAt ?? record.startedAt)}`;
}

function evaluationNameOf({ subset, split }: RunRecord): string {
  return `bigcodebench${subset === 'full' ? '' : `-${subset}`}-${split}`;
}

function buildAggregate(record: RunRecord): Record<string, unknown> {
  const { model, result, dataset, taskIds, tool, conditions } = record;
  const score = result?.score.passAt1;
  const temperature = model.parameters?.temperature;
  return {
    schema_version: schemaVersion,
    evaluation_id: evaluationIdOf(record),
    evaluation_timestamp: epochOf(record.startedAt),
    retrieved_timestamp: epochOf(result?.finishedAt ?? record.startedAt),
    source_metadata: {
      source_name: 'bigcodebench run',
      source_type: 'evaluation_run',
      source_organization_name: 'unknown',
      evaluator_relationship: 'other',
      additional_details: { run_id: record.id, environment: conditions.fingerprint, isolation: conditions.isolation },
    },
    eval_library: { name: 'bigcodebench', version: tool.version },
    model_info: {
      name: model.name,
      id: modelIdOf(record),
      inference_platform: model.provider,
      additional_details: { deployment_type: 'unknown', model_availability: 'unknown' },
    },
    evaluation_results: [
      {
        evaluation_result_id: `${evaluationNameOf(record)}/pass@1`,
        evaluation_name: evaluationNameOf(record),
        source_data: {
          dataset_name: `${dataset.name} ${dataset.version}`,
          source_type: 'hf_dataset',
          hf_repo: record.subset === 'hard' ? 'bigcode/bigcodebench-hard' : 'bigcode/bigcodebench',
          samples_number: taskIds.length,
        },
        metric_config: {
          evaluation_description: 'Share of tasks whose tests a generated program passes',
          metric_id: 'pass_at_1',
          metric_name: 'pass@1',
          metric_kind: 'pass_at_k',
          metric_unit: 'proportion',
          metric_parameters: { k: 1 },
          lower_is_better: false,
          score_type: 'continuous',
          min_score: 0,
          max_score: 1,
        },
        score_details: {
          score: score?.value ?? 0,
          uncertainty: {
            standard_error: { value: score?.standardError ?? 0, method: 'clustered by task' },
            confidence_interval: {
              lower: score?.interval[0] ?? 0,
              upper: score?.interval[1] ?? 1,
              confidence_level: 0.95,
              method: 'bootstrap over tasks',
            },
            num_samples: result?.score.tasks ?? 0,
          },
        },
        generation_config: {
          generation_args: { temperature: typeof temperature === 'number' ? temperature : undefined },
        },
      },
    ],
  };
}

function buildInstance(record: RunRecord, { task, sample, verdict }: ExportedSample): Record<string, unknown> {
  const isCorrect = verdict.status === 'pass';
  const input = promptTextOf(task, record.split);
  const { inputTokens: input_tokens, outputTokens: output_tokens } = sample.usage ?? {};
  const areCounted = input_tokens !== undefined && output_tokens !== undefined;
  return {
    schema_version: schemaVersion,
    evaluation_id: evaluationIdOf(record),
    model_id: modelIdOf(record),
    evaluation_name: evaluationNameOf(record),
    evaluation_result_id: `${evaluationNameOf(record)}/pass@1`,
    sample_id: sample.index === 0 ? task.id : `${task.id}#${sample.index}`,
    sample_hash: sha256(input + task.canonicalSolution),
    interaction_type: 'single_turn',
    input: { raw: input, reference: [task.canonicalSolution] },
    output: {
      raw: [sample.rawText ?? sample.solution],
      reasoning_trace: sample.reasoning === undefined ? undefined : [sample.reasoning],
    },
    messages: null,
    answer_attribution: [
      {
        turn_idx: 0,
        source: 'output.raw',
        extracted_value: sample.solution,
        extraction_method: 'custom',
        is_terminal: true,
      },
    ],
    evaluation: { score: isCorrect ? 1 : 0, is_correct: isCorrect },
    token_usage: areCounted ? { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens } : undefined,
    metadata: { outcome: verdict.outcome, domains: task.domains.join(', '), libraries: task.libs.join(', ') },
  };
}

/** Seconds since 1970, as text. */
function epochOf(iso: string): string {
  return String(Date.parse(iso) / 1000);
}

/** A UUID that is the same for the same run. */
function uuidOf(id: string): string {
  const hex = sha256(id);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
