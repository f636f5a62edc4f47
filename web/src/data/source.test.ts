import { describe, expect, it } from 'vitest';
import { createEmbeddedSource, fileNameOf } from './source.ts';

const answer = (runId: string, index: number) => ({ runId, index, outcome: 'pass', solution: '', programKey: 'x' });
const source = createEmbeddedSource({
  runs: { runs: [] },
  'runs/e-1/samples/0/T%2F0': { program: 'calibration\n\ndef task_func():\n    pass', calibrationLines: 2 },
  'runs/e-1/samples/1/T%2F0': { program: 'x = 1', calibrationLines: 0 },
  'runs/a%20b/samples/0/T%2F0': { program: 'y = 1', calibrationLines: 0 },
  'tasks/T%2F0': { id: 'T/0' },
  'tasks/T%2F0/answers': {
    taskId: 'T/0',
    answers: [answer('e-1', 1), answer('e-1', 0), answer('a b', 0), answer('left-out', 0)],
    suspicions: ['one'],
  },
});

describe('documents in the page', () => {
  it('are read as they are', async () => {
    expect(await source.read('runs')).toEqual({ runs: [] });
    expect(await source.read('tasks/T%2F0')).toEqual({ id: 'T/0' });
  });

  it('take the program of each answer from its own sample, without what was put before it', async () => {
    expect(await source.read('tasks/T%2F0/answers')).toMatchObject({
      suspicions: ['one'],
      answers: [
        { runId: 'e-1', index: 1, solution: 'x = 1' },
        { runId: 'e-1', index: 0, solution: 'def task_func():\n    pass' },
        { runId: 'a b', index: 0, solution: 'y = 1' },
        { runId: 'left-out', index: 0, solution: '' },
      ],
    });
  });

  it('say what they do not carry', async () => {
    await expect(source.read('matrix')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('names the file of a document so that every web host takes it', () => {
  expect(fileNameOf('runs/e-1/samples/0/BigCodeBench%2F17')).toBe('runs/e-1/samples/0/BigCodeBench~2F17.json');
});
