import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../schema/execution.ts';
import { packManifestSchema } from '../schema/pack-manifest.ts';
import { judgingRequestSchema } from '../schema/run-request.ts';
import { resolveLimits, resolveRules } from './resolve-rules.ts';

const pack = packManifestSchema.parse({ name: 'own', version: '1', limits: { memoryMb: 512, processes: 4 } });

describe('resolveLimits', () => {
  test('a pack changes some limits, the request outranks it', () => {
    expect(resolveLimits({})).toEqual(defaultLimits);
    expect(resolveLimits({ memoryMb: 4096 })).toEqual({ ...defaultLimits, memoryMb: 4096 });
    expect(resolveLimits({}, pack)).toEqual({ ...defaultLimits, memoryMb: 512, processes: 4 });
    expect(resolveLimits({ memoryMb: 4096 }, pack)).toEqual({ ...defaultLimits, memoryMb: 4096, processes: 4 });
  });
});

describe('resolveRules', () => {
  const rulesOf = (request: object) => resolveRules(judgingRequestSchema.parse(request));

  test('what is off by default leaves no trace, so that ids of runs stay', () => {
    expect(rulesOf({})).not.toHaveProperty('failFast');
    expect(rulesOf({ failFast: false })).toEqual(rulesOf({}));
    expect(rulesOf({ failFast: true })).toEqual({ ...rulesOf({}), failFast: true });
  });
});
