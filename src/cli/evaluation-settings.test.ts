import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../schema/limits.ts';
import { packManifestSchema } from '../schema/pack-manifest.ts';
import { resolveLimits } from './evaluation-settings.ts';

const pack = packManifestSchema.parse({ name: 'own', version: '1', limits: { memoryMb: 512, processes: 4 } });

describe('resolveLimits', () => {
  test('a pack changes some limits, the command line goes before it', () => {
    const options = { memoryMb: 4096 };
    expect(resolveLimits({ options, origins: new Map() })).toEqual({ ...defaultLimits, memoryMb: 4096 });
    expect(resolveLimits({ options, origins: new Map([['memoryMb', 'default']]) }, pack)).toEqual({
      ...defaultLimits,
      memoryMb: 512,
      processes: 4,
    });
    expect(resolveLimits({ options, origins: new Map([['memoryMb', 'flag']]) }, pack)).toEqual({
      ...defaultLimits,
      memoryMb: 4096,
      processes: 4,
    });
  });
});
