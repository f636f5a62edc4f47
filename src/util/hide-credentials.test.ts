import { expect, test } from 'vitest';
import { hideCredentials, withoutCredentials } from './hide-credentials.ts';

test('an address is shown without what is secret in it', () => {
  expect(hideCredentials('https://user:secret@models.example/v1')).toBe('https://models.example/v1');
  expect(hideCredentials('http://127.0.0.1:8000/v1')).toBe('http://127.0.0.1:8000/v1');
  expect(hideCredentials('write to me@example.org')).toBe('write to me@example.org');
});

test('and so are the addresses inside a value', () => {
  const value = { models: { 'a:b': { baseUrl: 'http://key@host/v1', list: ['http://x@y'] } }, n: 1 };
  expect(withoutCredentials(value)).toEqual({
    models: { 'a:b': { baseUrl: 'http://host/v1', list: ['http://y'] } },
    n: 1,
  });
});
