import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { parameterShape, runRequestSchema } from '../schema/run-request.ts';
import { matchesGlob } from '../util/glob.ts';
import type { ModelParameters } from './parameters.ts';
import { capabilitiesSchema } from './request-profiles.ts';

type Grid<Shape extends Record<string, z.ZodType>> = {
  [Key in keyof Shape]: z.ZodOptional<z.ZodUnion<[Shape[Key], z.ZodArray<Shape[Key]>]>>;
};

/** A value, or a list of values to try one after another. */
function gridOf<Shape extends Record<string, z.ZodType>>(shape: Shape): z.ZodObject<Grid<Shape>, z.core.$strict> {
  const entries = Object.entries(shape).map(([key, schema]) => [key, z.union([schema, z.array(schema)]).optional()]);
  return z.strictObject(Object.fromEntries(entries)) as unknown as z.ZodObject<Grid<Shape>, z.core.$strict>;
}

const { stop, ...listed } = parameterShape;

/** What the config file may say about a model. */
const modelSettingsSchema = runRequestSchema
  .pick({ select: true, baseUrl: true, requestProfile: true })
  .extend(runRequestSchema.pick({ concurrency: true, rpm: true, tpm: true, requestTimeoutS: true }).shape)
  .extend({
    parameters: gridOf(listed).extend({ stop: stop.optional() }).optional(),
    capabilities: capabilitiesSchema.partial().optional(),
    kind: z.enum(['chat', 'base']).optional(),
    /** Name of the environment variable with the key. */
    keyVariable: z.string().optional(),
  });

export type ModelSettings = z.infer<typeof modelSettingsSchema>;

/** Checks the config file's `models`: settings by `provider:model-id`, in which `*` stands for anything. */
export function parseModelsSection(section: unknown = {}): Readonly<Record<string, ModelSettings>> {
  const parsed = z.record(z.string(), modelSettingsSchema).safeParse(section);
  if (parsed.success) return parsed.data;
  throw new BigCodeBenchError('CONFIG', `\`models\` in the config file: ${z.prettifyError(parsed.error)}`);
}

/** All settings of one model; later entries in the file win. */
export function settingsOf(name: string, section: Readonly<Record<string, ModelSettings>>): ModelSettings {
  const fitting = Object.entries(section).filter(([pattern]) => matchesGlob(name, pattern));
  return fitting.reduce<ModelSettings>((below, [, above]) => mergeSettings(below, above), {});
}

function mergeSettings(below: ModelSettings, above: ModelSettings): ModelSettings {
  return {
    ...below,
    ...above,
    parameters: { ...below.parameters, ...above.parameters },
    capabilities: { ...below.capabilities, ...above.capabilities },
  };
}

export type ParameterChoices = Partial<ModelParameters & { nSamples: number }>;

/** Every combination of the listed values, in order; each is its own run. */
export function expandGrid(parameters: ModelSettings['parameters'] = {}): ParameterChoices[] {
  return Object.entries(parameters).reduce<ParameterChoices[]>(
    (combinations, [key, value]) => {
      const values = Array.isArray(value) && key !== 'stop' ? value : [value];
      return combinations.flatMap((combination) => values.map((one) => Object.assign({}, combination, { [key]: one })));
    },
    [{}],
  );
}
