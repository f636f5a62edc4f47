import { expect, it } from 'vitest';
import { formatDocument } from './format-document.ts';

const machine = { memoryMb: 512, timeZone: 'UTC', cores: 2 };

it('keys in camelCase have a twin in snake_case, at every depth', () => {
  const document = { machine, list: [{ isNew: true }], startedAt: new Date(0) };
  expect(JSON.parse(formatDocument('doctor', document))).toEqual({
    machine: { memory_mb: 512, memoryMb: 512, time_zone: 'UTC', timeZone: 'UTC', cores: 2 },
    list: [{ is_new: true, isNew: true }],
    started_at: '1970-01-01T00:00:00.000Z',
    startedAt: '1970-01-01T00:00:00.000Z',
  });
});

it('names that are data stay as they are, and a key that is there already is not replaced', () => {
  const named = { OPENAI_API_KEY: true, 'BigCodeBench/1': 1, ValueError: 2, 'pass@1': 1, 'out-of-memory': 0 };
  const both = { taskIds: ['a'], task_ids: ['b'] };
  expect(JSON.parse(formatDocument('run', { named, both }))).toEqual({ named, both });
});

it('the exact request of a model is left alone', () => {
  const body = { generationConfig: { maxOutputTokens: 5 } };
  expect(JSON.parse(formatDocument('prompt', { body }))).toEqual({ body });
});
