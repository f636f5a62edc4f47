import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { GroundTruth } from '../../src/schema/proof.ts';
import { sharedData } from '../../src/util/testing/shared-data.ts';

const measuredSchema = z.record(z.string(), z.looseObject({ wall_ms: z.number(), cpu_ms: z.number() }));

/** What the reference solutions took where they were recorded, by task. */
export async function readRecordedTimes(): Promise<Map<string, GroundTruth>> {
  const text = await readFile(sharedData('ground-truth-offline.json'), 'utf8');
  return new Map(
    Object.entries(measuredSchema.parse(JSON.parse(text))).map(([taskId, { wall_ms: wallMs, cpu_ms: cpuMs }]) => [
      taskId,
      { taskId, state: { state: 'stable' }, wallMs, cpuMs, testCpuMs: cpuMs },
    ]),
  );
}
