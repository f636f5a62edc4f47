/** One step of bench/scale.ts in a process of its own, which may use some of the cores only. */
import { availableParallelism } from 'node:os';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { loadEnvironment } from '../../src/environment/load-environment.ts';
import { measureNode } from './measure-node.ts';
import { measureScale } from './measure-scale.ts';

const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env) });
const slots = Number(process.argv[2] ?? 0);
const result =
  slots > 0 ? await measureNode(environment, slots) : await measureScale(environment, availableParallelism());
console.log(JSON.stringify(result));
