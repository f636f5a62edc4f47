import { describe, expect, it } from 'vitest';
import { parseExecution } from './open-executor.ts';

describe('parseExecution', () => {
  it('takes a name, with an address where the executor has one', () => {
    expect(parseExecution(['local'])).toEqual({ name: 'local', addresses: [] });
    expect(parseExecution([])).toEqual({ name: 'local', addresses: [] });
  });

  it.each([
    [['nowhere'], /does not know "nowhere"; use one of .*local/],
    [['local:here'], /local takes no address/],
    [['local', 'local'], /local can be given once only/],
    [['local', 'nowhere'], /one kind of executor, not local and nowhere/],
  ])('says what is wrong with %j', (spelled, message) => {
    expect(() => parseExecution(spelled)).toThrow(message);
  });
});
