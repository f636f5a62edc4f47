import type { GroundTruth, TaskState } from '../../schema/proof.ts';
import type { Task } from '../../schema/task.ts';
import type { EvaluatedSample } from '../jobs/pending-jobs.ts';

/** A small task; `fields` set what matters to the test. */
export function buildTask(id: string, fields: Partial<Task> = {}): Task {
  return {
    id,
    completePrompt: `import math\ndef task_func():\n    """${id}"""`,
    instructPrompt: id,
    codePrompt: 'import math\ndef task_func():',
    canonicalSolution: '    return 1',
    test: `# tests of ${id}`,
    entryPoint: 'task_func',
    docStruct: {},
    libs: ['math'],
    domains: ['Computation'],
    hard: false,
    ...fields,
  };
}

export function buildSample(taskId: string, solution: string, index = 0): EvaluatedSample {
  return { taskId, index, solution };
}

export function buildGroundTruth(taskId: string, fields: Partial<GroundTruth> = {}): GroundTruth {
  const state: TaskState = { state: 'stable' };
  return { taskId, state, wallMs: 100, cpuMs: 50, testCpuMs: 10, ...fields };
}
