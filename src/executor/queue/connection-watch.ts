import type { Store } from './store.ts';

export type ConnectionWatch = ReturnType<typeof watchConnection>;

/** Says once what is wrong with a store while others wait for it, and once that it is over. */
export function watchConnection(store: Store, onNotice: (sentence: string) => void) {
  let told: string | undefined;
  const tell = (kind: 'lost' | 'full', sentence: string) => {
    if (told === kind) return;
    told = kind;
    onNotice(sentence);
  };
  return {
    /** The connection broke, or could not be made. */
    lost: (error: Error) => tell('lost', `${store.shown} does not answer (${nameOf(error)}); waiting for it.`),
    /** The store answered, but refused to do what it was told. Redis puts the code of an error before its text. */
    refused: (error: Error) => {
      if (error.message.startsWith('OOM '))
        tell('full', `${store.shown} is full: raise its maxmemory. Waiting for room.`);
    },
    found: () => {
      if (told !== undefined) onNotice(`${store.shown} works again.`);
      told = undefined;
    },
  };
}

function nameOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
