import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault } from './json-fault.ts';

describe('findJsonFault', () => {
  test.each([
    ['{"a": 1,\n "b": }', 2, 'expected a value'],
    ['{"a": 1\n "b": 2}', 2, 'expected a comma'],
    ['{"a": [1,\n2,\n]}', 3, 'expected a value'],
    ["{\n'a': 1}", 2, 'unexpected word or sign'],
    ['{"a" 1}', 1, 'expected a colon'],
    ['{"a": "x\ny"}', 1, 'unfinished string'],
    ['{}\n{}', 2, 'expected the end of the file'],
    ['[1]\n// note', 2, 'comments are not allowed'],
    ['', 1, 'expected a value'],
  ])('%j', (source, line, message) => {
    expect(findJsonFault(source)).toEqual({ line, message });
  });

  test('agrees with JSON.parse on what is JSON, whole or broken', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '{', '1', '\n'), (json, position, inserted) => {
        const at = position % (json.length + 1);
        const source = json.slice(0, at) + inserted + json.slice(at);
        let isJson = true;
        try {
          JSON.parse(source);
        } catch {
          isJson = false;
        }
        expect(findJsonFault(source) === undefined).toBe(isJson);
      }),
      { numRuns: 500 },
    );
  });
});
