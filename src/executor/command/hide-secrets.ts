import { hideCredentials } from '../../util/hide-credentials.ts';

/**
 * A command as it may be shown and recorded: values of assignments and of flags that sound like secrets are left out,
 * and so are names and passwords in addresses.
 */
export function hideSecrets(command: string): string {
  const words = command.trim().split(/\s+/);
  return words
    .map((word, index) => {
      const before = words[index - 1] ?? '';
      if (/^-{1,2}[\w-]*(key|token|secret|passw)/i.test(before) && !before.includes('=')) return '…';
      return hideCredentials(word.replace(/^(-{0,2}[\w-]+=).*$/, '$1…'));
    })
    .join(' ');
}
