import { describe, expect, it } from 'vitest';
import { collect } from '../../util/collect.ts';
import { exampleExportedRun } from '../testing/example-exported-run.ts';
import { exportEveryEvalEver } from './every-eval-ever.ts';
import type { ExportedFile } from './exported-run.ts';
import { exportHubResults } from './hub-results.ts';
import { exportInspectLog } from './inspect-log.ts';
import { exportNoiseLines } from './noise-lines.ts';

const textOf = async ({ content }: ExportedFile) =>
  typeof content === 'string' ? content : (await collect(content)).join('');

describe('exportInspectLog', () => {
  it('has a name that is listed, and its header before its samples', async () => {
    const file = exportInspectLog(exampleExportedRun);
    expect(file.path).toBe('2026-01-31T10-20-30+00-00_bigcodebench_0123456789ab.json');
    const log = JSON.parse(await textOf(file));
    expect(Object.keys(log)).toEqual(['version', 'status', 'eval', 'plan', 'results', 'stats', 'samples']);
    expect(log.eval.config.epochs).toBe(2);
    expect(log.samples.map(({ id, epoch, scores }: Record<string, never>) => [id, epoch, scores])).toMatchObject([
      ['BigCodeBench/13', 1, { bigcodebench: { value: 'C' } }],
      ['BigCodeBench/13', 2, { bigcodebench: { value: 'C' } }],
      ['BigCodeBench/15', 1, { bigcodebench: { value: 'I', explanation: 'test_a\nAssertionError: 1 != 2' } }],
      ['BigCodeBench/15', 2, { bigcodebench: { value: 'C' } }],
    ]);
    expect(log.samples[0].output).toMatchObject({
      choices: [{ stop_reason: 'max_tokens' }],
      usage: { input_tokens: 25, output_tokens: 10, total_tokens: 35 },
    });
  });
});

describe('exportHubResults', () => {
  it('writes one file for each split and subset', async () => {
    const file = exportHubResults(exampleExportedRun);
    expect(file.path).toBe('.eval_results/bigcodebench_hard_instruct.yaml');
    expect(await textOf(file)).toBe(
      [
        '- dataset:',
        '    id: bigcode/bigcodebench-hard',
        '    task_id: instruct',
        '  value: 75.0',
        "  date: '2026-01-31'",
        '  source:',
        '    url: https://www.npmjs.com/package/bigcodebench',
        '    name: bigcodebench',
        '  notes: "pass@1 of 2 tasks, 95% interval 30.0 to 95.0, v0.1.4, calibrated"',
        '',
      ].join('\n'),
    );
  });
});

describe('exportNoiseLines', () => {
  it('counts the samples of each task', async () => {
    const lines = (await textOf(exportNoiseLines(exampleExportedRun))).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      ...[
        { example_id: 'BigCodeBench/13', pass1: 1, correct: 2 },
        { example_id: 'BigCodeBench/15', pass1: 0.5, correct: 1 },
      ].map((line) => ({ benchmark_id: 'bigcodebench-hard-instruct', model: 'Qwen/Qwen-7B', count: 2, ...line })),
    ]);
  });
});

describe('exportEveryEvalEver', () => {
  it('writes a record and its lines where the repository keeps them', async () => {
    const [aggregate, lines] = await exportEveryEvalEver(exampleExportedRun);
    expect(aggregate?.path).toMatch(/^data\/bigcodebench\/Qwen\/Qwen-7B\/[0-9a-f-]{36}\.json$/);
    const record = JSON.parse(await textOf(aggregate ?? { path: '', content: '' }));
    expect(record.detailed_evaluation_results).toMatchObject({ file_path: lines?.path, total_rows: 4 });
    expect(record.evaluation_results[0].score_details.score).toBe(0.75);
    const instances = (await textOf(lines ?? { path: '', content: '' })).trim().split('\n');
    expect(JSON.parse(instances[1] ?? '')).toMatchObject({
      sample_id: 'BigCodeBench/13#1',
      evaluation_id: record.evaluation_id,
      evaluation: { score: 1, is_correct: true },
    });
  });
});
