import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeFingerprint, type FingerprintInput } from './load-environment.ts';

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const input: fc.Arbitrary<FingerprintInput> = fc.record({
  pythonVersion: word,
  platform: word,
  distributions: fc.uniqueArray(fc.record({ name: word, version: word }), {
    selector: ({ name }) => name,
    minLength: 1,
  }),
  nltk: fc.option(word, { nil: undefined }),
  fonts: fc.option(word, { nil: undefined }),
  lockHash: word,
});

it('does not depend on the order in which libraries are found', () => {
  fc.assert(
    fc.property(input, (given) => {
      const turned = { ...given, distributions: given.distributions.toReversed() };
      expect(computeFingerprint(turned)).toBe(computeFingerprint(given));
    }),
  );
});

it('differs with each thing that can change a verdict', () => {
  fc.assert(
    fc.property(input, (given) => {
      const [first, ...rest] = given.distributions;
      const upgraded = { name: first?.name ?? '', version: `${first?.version}.1` };
      const variants: FingerprintInput[] = [
        given,
        { ...given, pythonVersion: `${given.pythonVersion}x` },
        { ...given, platform: `${given.platform}x` },
        { ...given, distributions: [upgraded, ...rest] },
        { ...given, distributions: rest },
        { ...given, nltk: `${given.nltk}x` },
        { ...given, fonts: `${given.fonts}x` },
        { ...given, lockHash: `${given.lockHash}x` },
      ];
      expect(new Set(variants.map(computeFingerprint)).size).toBe(variants.length);
    }),
  );
});
