import { hashValue } from '../util/hash.ts';

export interface FingerprintInput {
  readonly pythonVersion: string;
  /** `linux-x86_64`. */
  readonly platform: string;
  readonly distributions: readonly { readonly name: string; readonly version: string }[];
  /** Hash of the NLTK data, if any. */
  readonly nltk?: string | undefined;
  /** Hash of matplotlib's font cache, if any. */
  readonly fonts?: string | undefined;
  readonly lockHash: string;
}

/** A short id of everything in an environment that can change a verdict. Results with different ids are not comparable. */
export function computeFingerprint(input: FingerprintInput): string {
  const { pythonVersion, platform, nltk = null, fonts = null, lockHash } = input;
  const distributions = input.distributions.map(({ name, version }) => `${name}==${version}`).sort();
  return hashValue({ pythonVersion, platform, distributions, nltk, fonts, lockHash }).slice(0, 12);
}
