import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault } from './json-fault.ts';

describe('findJsonFault', () => {
  test.each([
    ['{"a": 1,\n "b": }', 2, 'a value is expected'],
    ['{"a": 1\n "b": 2}', 2, 'a comma or } is expected'],
    ['{"a": [1,\n2,\n]}', 3, 'a value is expected'],
    ["{\n'a': 1}", 2, 'a key in double quotes is expected'],
    ['{"a" 1}', 1, 'a colon is expected'],
    ['{"a": "x\ny"}', 1, 'a value is expected'],
    ['{}\n{}', 2, 'nothing more is expected'],
    ['', 1, 'a value is expected'],
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
