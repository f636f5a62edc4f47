import type { Variables } from './http-fetch.ts';

/** The hub's address, without a slash at its end: `HF_ENDPOINT`, or the public one. */
export function hubEndpoint(variables: Variables): string {
  return (variables.HF_ENDPOINT || 'https://huggingface.co').replace(/\/+$/, '');
}

export function isHubOffline(variables: Variables): boolean {
  return ['1', 'ON', 'YES', 'TRUE'].includes(variables.HF_HUB_OFFLINE?.toUpperCase() ?? '');
}
