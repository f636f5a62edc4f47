import { describe, expect, it } from 'vitest';
import { canExecute, diagnosePlatform } from './diagnose.ts';

const kernels = {
  debian: '6.1.0-31-amd64',
  wsl1: '4.4.0-22621-Microsoft',
  wsl2: '5.15.167.4-microsoft-standard-WSL2',
} as const;

describe('other platforms', () => {
  it('says nothing about plain Linux', () => {
    expect(diagnosePlatform({ platform: 'linux', kernel: kernels.debian })).toEqual([]);
    expect(canExecute({ platform: 'linux' })).toBe(true);
  });

  it.each([
    ['4.18.0-553.el8.x86_64', 'bad', /too old: the sandbox needs 5\.9/],
    ['5.4.0-200-generic', 'bad', /too old/],
    ['5.10.0-33-amd64', 'note', /counts the processes of all programs together/],
  ])('knows what Linux %s lacks', (kernel, severity, sentence) => {
    const findings = diagnosePlatform({ platform: 'linux', kernel });
    expect(findings).toMatchObject([{ severity, sentence: expect.stringMatching(sentence) }]);
  });

  it.each(['darwin', 'win32', 'freebsd'] as const)('says what works on %s, and how to run programs', (platform) => {
    const [finding, ...more] = diagnosePlatform({ platform, kernel: '24.0.0' });
    expect(more).toEqual([]);
    expect(finding?.severity).toBe('bad');
    expect(finding?.sentence).toMatch(
      /needs Linux. generate, sanitize, syncheck, inspect, compare, report and view work/,
    );
    for (const word of ['http:URL', 'e2b', 'exec:']) expect(finding?.fix).toContain(word);
    expect(canExecute({ platform })).toBe(false);
  });

  it('sends Windows to WSL 2, and tells WSL 1 from it', () => {
    expect(diagnosePlatform({ platform: 'win32', kernel: '10.0.22631' })[0]?.fix).toContain('wsl --install');
    expect(diagnosePlatform({ platform: 'linux', kernel: kernels.wsl2 })).toMatchObject([{ severity: 'note' }]);
    const [old] = diagnosePlatform({ platform: 'linux', kernel: kernels.wsl1 });
    expect(old).toMatchObject({ severity: 'bad', fix: expect.stringContaining('--set-version') });
  });
});
