import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees what nobody refers to, so that what is measured next is what is held. */
export const collectGarbage = runInNewContext('gc') as () => void;
