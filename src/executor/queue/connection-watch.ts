import type { Store } from './store.ts';

export interface ConnectionWatch {
  /** The connection broke, or could not be made. */
  lost(error: Error): void;
  found(): void;
  /** The store answered, but refused to do what it was told. */
  refused(error: Error): void;
}

/** Says once what is wrong with a store while others wait for it, and once that it is over. */
export function watchConnection(store: Store, onNotice: (sentence: string) => void): ConnectionWatch {
  let told: string | undefined;
  const tell = (kind: 'lost' | 'full', sentence: string) => {
    if (told === kind) return;
    told = kind;
    onNotice(sentence);
  };
  return {
    lost: (error) => tell('lost', `${store.shown} does not answer (${nameOf(error)}); waiting for it.`),
    refused: (error) => {
      if (isFull(error)) tell('full', `${store.shown} is full: raise its maxmemory. Waiting for room.`);
    },
    found: () => {
      if (told !== undefined) onNotice(`${store.shown} works again.`);
      told = undefined;
    },
  };
}

/** Redis puts the code of an error before its text. */
export function isFull(error: Error): boolean {
  return error.message.startsWith('OOM ');
}

function nameOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
