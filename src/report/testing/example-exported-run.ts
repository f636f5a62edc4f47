import { defaultRules } from '../../schema/evaluation-rules.ts';
import { emptyExecution } from '../../schema/execution.ts';
import type { RunRecord } from '../../schema/run-record.ts';
import type { Task } from '../../schema/task.ts';
import type { ExportedRun, ExportedSample } from '../export/exported-run.ts';

const task = (id: string): Task => ({
  id,
  completePrompt: `def task_func():\n    """${id}"""\n`,
  instructPrompt: `Write ${id}.`,
  codePrompt: 'def task_func():',
  canonicalSolution: '    return 1',
  test: '',
  entryPoint: 'task_func',
  docStruct: {},
  libs: ['pandas'],
  domains: ['Computation'],
  hard: false,
});

const estimate = { value: 0.75, standardError: 0.25, interval: [0.3, 0.95] as [number, number] };

const record: RunRecord = {
  id: '0123456789ab',
  state: 'finished',
  model: {
    name: 'vllm:Qwen/Qwen-7B',
    provider: 'vllm',
    modelId: 'Qwen/Qwen-7B',
    parameters: { temperature: 0.2 },
    nSamples: 2,
  },
  split: 'instruct',
  subset: 'hard',
  dataset: { name: 'bigcodebench-hard', version: 'v0.1.4', hash: 'abc', file: 'tasks/x.jsonl.gz' },
  missing: 'fail',
  taskIds: ['BigCodeBench/13', 'BigCodeBench/15'],
  samples: 4,
  rules: defaultRules,
  conditions: { executor: 'local', isolation: 'namespaces', fingerprint: 'f' },
  tool: { version: '1.2.3', node: 'v20', platform: 'linux-x64' },
  startedAt: '2026-01-31T10:20:30.400Z',
  verdicts: 4,
  passed: 3,
  damagedLines: 0,
  result: {
    finishedAt: '2026-01-31T10:25:00.000Z',
    durationMs: 1,
    score: {
      tasks: 2,
      samples: 4,
      passAt1: estimate,
      byK: [{ k: 1, passAtK: estimate, passHatK: estimate }],
      notComputed: [],
      byDomain: [],
      byLibrary: [],
    },
    verdicts: 4,
    passed: 3,
    damagedLines: 0,
    outcomes: { pass: 3, fail: 1 },
    excluded: [],
    answers: { truncated: 0, empty: 0 },
    usage: { inputTokens: 100, outputTokens: 40 },
    notes: [],
  },
};

const sampleOf = (id: string, index: number, status: 'pass' | 'fail'): ExportedSample => ({
  task: task(id),
  sample: {
    taskId: id,
    index,
    solution: 'def task_func():\n    return 1',
    rawText: '```python\ndef task_func():\n    return 1\n```',
    finishReason: 'length',
    usage: { inputTokens: 25, outputTokens: 10 },
  },
  verdict: {
    ...emptyExecution(),
    taskId: id,
    index,
    solution: 'def task_func():\n    return 1',
    outcome: status,
    status,
    tests: status === 'pass' ? [] : [{ name: 'test_a', outcome: 'fail', ms: 1, message: 'AssertionError: 1 != 2' }],
    programHash: 'p',
    jobHash: 'h',
    cached: false,
  },
});

/** Two tasks with two samples each, of which one fails. */
export const exampleExportedRun: ExportedRun = {
  record,
  async *samples() {
    yield sampleOf('BigCodeBench/13', 0, 'pass');
    yield sampleOf('BigCodeBench/13', 1, 'pass');
    yield sampleOf('BigCodeBench/15', 0, 'fail');
    yield sampleOf('BigCodeBench/15', 1, 'pass');
  },
};
