import { readJsonAsset } from '../util/read-asset.ts';

/** By level. */
const weaknesses = readJsonAsset<Readonly<Record<string, { sentence: string; fix: string }>>>('weak-sandboxes.json');

/** In our image bubblewrap is there, and only the permission to make namespaces is missing. */
const fixInContainer = 'start the container with the options in docker/README.md, and have bubblewrap in it';

/** What a level lacks compared with the strongest, and how to fix that; undefined if it lacks nothing. */
export function describeWeakness(level: string, { isContainer = false } = {}) {
  const weakness = weaknesses[level];
  return weakness && isContainer ? { ...weakness, fix: fixInContainer } : weakness;
}
