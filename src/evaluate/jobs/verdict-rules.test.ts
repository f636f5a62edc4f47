import { describe, expect, it } from 'vitest';
import { createSafetyRule } from './verdict-rules.ts';

const reading = 'import os\nos.getenv("HOME")';
const leaving = 'import os\nos._exit(0)';

describe('createSafetyRule', () => {
  it('report: runs everything as it is and names the rules it breaks', async () => {
    const judge = createSafetyRule({ safety: 'report' });
    expect(await judge('x = 1')).toEqual({ code: 'x = 1', flags: [] });
    expect(await judge(reading)).toEqual({ code: reading, flags: ['environment-read'] });
    expect(await judge(leaving)).toEqual({ code: leaving, flags: ['hard-exit'] });
  });

  it('block: does not run what is severe, and says why', async () => {
    const judge = createSafetyRule({ safety: 'block' });
    expect(await judge(reading)).toEqual({ code: reading, flags: ['environment-read'] });
    expect(await judge(leaving)).toMatchObject({
      refused: { outcome: 'blocked', status: 'fail', reason: 'safety: hard-exit in line 2', flags: ['hard-exit'] },
    });
  });

  it('neutralize: runs other code', async () => {
    const judge = createSafetyRule({ safety: 'neutralize' });
    const flags = ['hard-exit'];
    expect(await judge(leaving)).toEqual({ code: expect.stringContaining('PermissionError'), flags });
    expect(await judge(reading)).toEqual({ code: reading, flags: ['environment-read'] });
  });
});
