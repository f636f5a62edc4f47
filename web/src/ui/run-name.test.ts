import { describe, expect, it } from 'vitest';
import { createRun } from '../data/testing/run-document.ts';
import { nameById, nameChoice, nameRun, nameWithSplit } from './run-name.ts';

const run = createRun({
  id: 'e-2',
  model: 'openai:gpt-4o',
  name: 'openai:gpt-4o · T 0.8 · n 5',
  split: 'instruct',
  subset: '/long/way/starter',
});

describe('the name of a run', () => {
  it('is what the list of runs calls it, the model where that says nothing', () => {
    expect(nameRun(run)).toBe('openai:gpt-4o · T 0.8 · n 5');
    expect(nameRun(createRun({ model: 'replay:/a/b/answers.jsonl' }))).toBe('replay:answers.jsonl');
    // Two files of one name keep their ways, and a slash in what somebody called a run is no way.
    expect(nameRun({ model: 'm', name: 'replay:/a/b.jsonl · x/y' })).toBe('replay:/a/b.jsonl · x/y');
  });

  it('gets its split and tasks where they are not part of it yet', () => {
    expect(nameWithSplit(run)).toBe('openai:gpt-4o · T 0.8 · n 5 · instruct');
    expect(nameChoice(run)).toBe('openai:gpt-4o · T 0.8 · n 5 · instruct · starter');
    expect(nameChoice({ ...run, name: 'openai:gpt-4o · instruct · T 0' })).toBe(
      'openai:gpt-4o · instruct · T 0 · starter',
    );
  });

  it('is found by id', () => {
    expect(nameById([createRun(), run], 'e-2')).toBe('openai:gpt-4o · T 0.8 · n 5 · instruct');
    expect(nameById([run], 'e-9')).toBe('e-9');
  });
});
