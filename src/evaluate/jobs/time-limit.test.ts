import { describe, expect, it } from 'vitest';
import { completeRules, defaultRules } from '../../schema/evaluation-rules.ts';
import { defaultLimits } from '../../schema/execution.ts';
import { buildGroundTruth } from '../testing/tasks.ts';
import { buildLimits, parseTimeLimit } from './time-limit.ts';

describe('parseTimeLimit', () => {
  it('knows its words and seconds', () => {
    expect(parseTimeLimit('auto', 1)).toEqual({ kind: 'auto', floorSeconds: 20 });
    expect(parseTimeLimit('auto', 30)).toEqual({ kind: 'auto', floorSeconds: 30 });
    expect(parseTimeLimit('upstream', 1)).toEqual({ kind: 'fixed', seconds: 240 });
    expect(parseTimeLimit('2.5', 1)).toEqual({ kind: 'fixed', seconds: 2.5 });
  });

  it.each(['', '0', '-1', 'soon', 'NaN', 'Infinity'])('refuses %j', (spelled) => {
    expect(() => parseTimeLimit(spelled, 1)).toThrow(/--time-limit/);
  });
});

describe('buildLimits', () => {
  const limits = (fields: Parameters<typeof buildGroundTruth>[1], spelled = 'auto', libs: string[] = []) =>
    buildLimits({
      rules: completeRules({ timeLimit: parseTimeLimit(spelled, 1) }),
      task: { libs },
      groundTruth: buildGroundTruth('T/1', fields),
    });

  it('is a multiple of the ground truth with a floor and a cap', () => {
    expect(limits({ cpuMs: 20, wallMs: 30 })).toEqual({ ...defaultLimits, cpuMs: 20_000, wallMs: 60_000 });
    expect(limits({ cpuMs: 5000, wallMs: 6000 })).toMatchObject({ cpuMs: 50_000, wallMs: 150_000 });
    expect(limits({ cpuMs: 75_000, wallMs: 90_000 })).toMatchObject({ cpuMs: 240_000, wallMs: 720_000 });
    expect(limits({ cpuMs: 200_000, wallMs: 210_000 })).toMatchObject({ cpuMs: 400_000 });
  });

  it('leaves room for programs that sleep', () => {
    expect(limits({ cpuMs: 100, wallMs: 60_000 })).toMatchObject({ cpuMs: 20_000, wallMs: 140_000 });
    expect(limits({ cpuMs: 100, wallMs: 156_000 })).toMatchObject({ wallMs: 332_000 });
  });

  it('leaves room if the time is random', () => {
    expect(limits({ cpuMs: 200 }, 'auto', ['os', 'rsa'])).toMatchObject({ cpuMs: 120_000 });
  });

  it('is generous if the reference solution did not pass', () => {
    expect(limits({ state: { state: 'needs-network' }, cpuMs: 5 })).toMatchObject({ cpuMs: 60_000 });
    const unchecked = { rules: defaultRules, task: { libs: [] } };
    expect(buildLimits({ ...unchecked, groundTruth: undefined })).toMatchObject({ cpuMs: 240_000 });
  });

  it('can be a given number', () => {
    expect(limits({ cpuMs: 90_000 }, '3')).toMatchObject({ cpuMs: 3000, wallMs: 3000 });
    expect(limits({ cpuMs: 90_000 }, 'upstream')).toMatchObject({ cpuMs: 240_000, wallMs: 240_000 });
  });
});
