import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees unreachable objects, so that the next measurement shows what is held. */
export const collectGarbage = runInNewContext('gc') as () => void;
