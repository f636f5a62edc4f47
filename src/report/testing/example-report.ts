import { defaultRules } from '../../schema/evaluation-rules.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { scoreRun } from '../../score/score-run.ts';
import type { RunReport } from '../run-report.ts';

export function exampleTask(id: string, extra: Partial<Task> = {}): Task {
  return {
    id,
    completePrompt: 'import json\n\ndef task_func(text):\n    """Parse it."""\n',
    instructPrompt: 'Parse the text.',
    codePrompt: 'import json\ndef task_func(text):\n',
    canonicalSolution: '    return json.loads(text)',
    test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        pass\n',
    entryPoint: 'task_func',
    docStruct: {},
    libs: ['json'],
    domains: ['System'],
    hard: false,
    ...extra,
  };
}

export function exampleVerdict(taskId: string, extra: Partial<Verdict> = {}): Verdict {
  return {
    taskId,
    index: 0,
    solution: 'import json\ndef task_func(text):\n    return json.loads(text)',
    programHash: 'p',
    jobHash: 'abc',
    cached: false,
    outcome: 'pass',
    status: 'pass',
    tests: [{ name: 'test_a', outcome: 'pass', ms: 1 }],
    wallMs: 12,
    cpuMs: 10,
    testCpuMs: 8,
    peakMb: 40,
    stdout: '',
    stderr: '',
    flags: [],
    ...extra,
  };
}

/** A report with a pass, a failed assertion, a timeout, and texts that try to break out of every format. */
export function exampleReport(extra: Partial<RunReport> = {}): RunReport {
  const tasks = [
    exampleTask('T/0', { domains: ['System', 'Network'] }),
    exampleTask('T/1', { hard: true, libs: ['json', 'csv'] }),
    exampleTask('T/2', { domains: ['Time'] }),
  ];
  const verdicts = [
    exampleVerdict('T/0'),
    exampleVerdict('T/1', {
      outcome: 'fail',
      status: 'fail',
      solution: 'def task_func(text):\n    return "</script><script>window.broken = true</script>"',
      tests: [
        { name: 'test_a', outcome: 'fail', ms: 2, line: 2, message: 'Traceback …\nAssertionError: "<b>" | x, y\u0001' },
        { name: 'test_b', outcome: 'pass', ms: 1 },
      ],
      flags: ['always-equal'],
    }),
    exampleVerdict('T/2', {
      outcome: 'timeout',
      status: 'timeout',
      reason: 'cpu',
      tests: [{ name: 'test_a', outcome: 'missing', ms: 0 }],
      cpuMs: 9000,
      wallMs: 9100,
    }),
  ];
  const samples = verdicts.map(({ taskId, outcome }) => ({ taskId, passed: outcome === 'pass' }));
  const score = scoreRun({ tasks, samples, passK: [1, 5], validTaskIds: new Set(['T/0', 'T/1']) });
  const groundTruth = {
    tasks: 3,
    passed: 2,
    passRate: 2 / 3,
    trustedRate: 2 / 3,
    failed: ['T/2'],
    needsNetwork: [],
    flaky: [],
    broken: { 'T/2': 'timeout: cpu' },
  };
  const found = {
    score,
    outcomes: { pass: 1, fail: 1, timeout: 1 },
    groundTruth,
    excluded: [{ reason: 'not in the selection', taskIds: ['T/9'] }],
    answers: { truncated: 1, empty: 0 },
    notes: ['At most 256 tokens an answer.'],
  };
  const { startedAt = '2026-01-01T00:00:00.000Z', durationMs = 0, usage, costUsd } = extra;
  const spent = { ...(usage && { usage }), ...(costUsd === undefined ? {} : { costUsd }) };
  const counts = { verdicts: 3, passed: 1, damagedLines: 0 };
  const { model = 'openai:example', split = 'complete', subset = 'starter', runId = '0123456789ab' } = extra;
  return {
    record: {
      id: runId,
      state: 'finished',
      model: { name: model, nSamples: 1 },
      split,
      subset,
      dataset: { name: 'starter', version: '1.0.0', hash: '', file: '' },
      taskIds: tasks.map(({ id }) => id),
      missing: 'fail',
      rules: defaultRules,
      tool: { version: '1.0.0', node: '22', platform: 'linux' },
      startedAt,
      samples: 3,
      ...counts,
      conditions: { executor: 'local', isolation: 'namespaces', fingerprint: 'f00dfeed' },
      result: { ...found, ...counts, ...spent, finishedAt: startedAt, durationMs },
    },
    runId,
    model,
    split,
    subset,
    datasetVersion: '1.0.0',
    calibrated: true,
    conditions: { fingerprint: 'f00dfeed', level: 'namespaces' },
    ...found,
    tasks,
    verdicts,
    ...extra,
  };
}
