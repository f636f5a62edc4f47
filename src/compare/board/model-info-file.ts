import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fileError } from '../../error/bigcodebench-error.ts';
import { type ModelInfo, modelInfoSchema } from '../../upstream/board-file.ts';
import { errorCodeOf } from '../../util/system-error.ts';

const fileSchema = z.union([z.array(modelInfoSchema), modelInfoSchema.transform((info) => [info])]);

/** Reads what is known of models: one object with the fields of the original's `model_info`, or an array of them. */
export async function readModelInfo(path: string): Promise<ReadonlyMap<string, ModelInfo>> {
  let infos: readonly ModelInfo[];
  try {
    infos = fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    const issue = cause instanceof z.ZodError ? z.prettifyError(cause).split('\n').slice(0, 4).join(' ') : undefined;
    const why = issue ?? (errorCodeOf(cause) === 'ENOENT' ? 'there is no such file' : 'it is not JSON');
    throw fileError(path, `${path} does not describe models: ${why}.`, { cause });
  }
  const twice = infos.find(({ name }, at) => infos.findIndex((other) => other.name === name) !== at);
  if (twice) throw fileError(path, `${path} describes ${twice.name} twice.`);
  return new Map(infos.map((info) => [info.name, info]));
}
