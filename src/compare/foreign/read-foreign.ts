import { readEveryEvalEver } from './every-eval-ever.ts';
import { type ForeignLog, type ForeignResult, gatherResults } from './foreign-log.ts';
import { readHarborJob } from './harbor-job.ts';
import { readInspectLog } from './inspect-log.ts';
import { readNeMoGymRollouts } from './nemo-gym-rollouts.ts';
import { readVerifiersTraces } from './verifiers-traces.ts';

const readers = {
  inspect: readInspectLog,
  harbor: readHarborJob,
  verifiers: readVerifiersTraces,
  'nemo-gym': readNeMoGymRollouts,
  'every-eval-ever': readEveryEvalEver,
} satisfies Record<string, (path: string) => Promise<ForeignLog>>;

export type ForeignKind = keyof typeof readers;

export function isForeign(kind: string): kind is ForeignKind {
  return Object.hasOwn(readers, kind);
}

export async function readForeignResults(kind: ForeignKind, path: string): Promise<ForeignResult[]> {
  return gatherResults(path, await readers[kind](path));
}
