import { describe, expect, it } from 'vitest';
import { splitMessage } from './split-message.ts';

describe('splitMessage', () => {
  it('puts the exception before the frames that led to it', () => {
    const message = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\nKeyError: \'x\'\n';
    expect(splitMessage(message)).toEqual({
      headline: "KeyError: 'x'",
      rest: 'Traceback (most recent call last):\n  File "a.py", line 1, in f',
    });
  });

  it('shows what follows the exception first: it is the difference', () => {
    const message = 'Traceback:\n  File "a.py"\nAssertionError: Lists differ: [1] != [2]\n\n- [1]\n+ [2]\n';
    expect(splitMessage(message)).toEqual({
      headline: 'AssertionError: Lists differ: [1] != [2]',
      rest: '- [1]\n+ [2]\n\nTraceback:\n  File "a.py"',
    });
  });

  it('takes the last of several exceptions, with its module', () => {
    const message = 'ValueError: one\n\nDuring handling of the above:\n\nurllib.error.HTTPError: two';
    expect(splitMessage(message).headline).toBe('urllib.error.HTTPError: two');
    expect(splitMessage('requests.exceptions.Timeout').headline).toBe('requests.exceptions.Timeout');
  });

  it('takes the last line of what is no traceback', () => {
    expect(splitMessage('one\nNoError here\nthree\n')).toEqual({ headline: 'three', rest: 'one\nNoError here' });
    expect(splitMessage('')).toEqual({ headline: '', rest: '' });
  });
});
