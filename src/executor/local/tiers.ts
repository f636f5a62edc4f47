import type { Job } from '../../schema/execution.ts';
import { readJsonAsset } from '../../util/read-asset.ts';

/** Warm processes come in tiers: a small image forks faster, a large one has more libraries in memory. */
export type TierName = 'stdlib' | 'data' | 'science' | 'everything';

interface Tier {
  /** Top-level third-party modules that it is enough for, besides those of lower tiers; the last is enough for all. */
  readonly serves: readonly string[];
  /** What it imports before the first fork, besides what lower tiers do. */
  readonly preload: readonly string[];
  /** From how many jobs on it is worth warming up; fewer import what they need themselves. */
  readonly worthFrom: number;
  /** From how many waiting jobs on another process of it is worth warming up, though every core has work. */
  readonly growsFrom: number;
  /** How many samples at once keep one process of it busy: forking them, and clearing them away, is its work alone. */
  readonly samplesPerProcess: number;
  readonly residentMb: number;
}

/** From the smallest to the largest. */
export const tiers = readJsonAsset<Readonly<Record<TierName, Tier>>>('tiers.json');

export const tierNames = Object.keys(tiers) as readonly TierName[];

/** A tier and those below it, whose libraries it has, too. */
const upTo = (name: TierName): Tier[] => tierNames.slice(0, tierNames.indexOf(name) + 1).map((each) => tiers[each]);

/** What one program and its part of the warm processes take, about. */
const programMb = 512;

/** How many programs run at once where nobody says: one per CPU that is granted, fewer where memory is short. */
export function planParallel({ cpus, memoryMb }: { readonly cpus: number; readonly memoryMb: number }): number {
  return Math.max(1, Math.min(cpus, Math.floor(memoryMb / programMb)));
}

/** `placesAtOnce`: how many samples a process can hold at once; null: any number. */
type ProcessPlanOptions = Readonly<
  Record<'parallel' | 'memoryMb' | 'mostOfTier', number> & { placesAtOnce: number | null }
>;

/** Of all memory, the share that the warm processes of one tier may take. */
const warmShare = 1 / 4;

/** How many processes of each tier there may be: in proportion to the cores, fewer where memory is short. */
export function planProcesses(options: ProcessPlanOptions): Record<TierName, number> {
  const { parallel, placesAtOnce, memoryMb, mostOfTier } = options;
  const most = (name: TierName) => {
    const useful = Math.ceil(parallel / (placesAtOnce ?? tiers[name].samplesPerProcess));
    return Math.max(1, Math.min(useful, mostOfTier, Math.floor((memoryMb * warmShare) / tiers[name].residentMb)));
  };
  return { stdlib: most('stdlib'), data: most('data'), science: most('science'), everything: most('everything') };
}

/** What a tier imports: the standard library's part always, the rest as far as this environment has it. */
export function preloadOf(name: TierName, modules: ReadonlySet<string>): string[] {
  const preload = upTo(name).flatMap((tier) => tier.preload);
  return preload.filter((module) => tiers.stdlib.preload.includes(module) || modules.has(topLevel(module)));
}

/** Of code and of tests: imports are at the top. */
const lookedAt = 32 * 1024;

/** The smallest tier that holds what a job imports and this environment has. */
export function tierFor(job: Pick<Job, 'code' | 'test' | 'libs'>, isThirdParty: (name: string) => boolean): TierName {
  const top = (text: string) => text.slice(0, lookedAt);
  const wanted = job.libs.length > 0 ? job.libs : importedModules(`${top(job.code)}\n${top(job.test)}`);
  const foreign = wanted.map(topLevel).filter(isThirdParty);
  const isEnough = (name: TierName) =>
    foreign.every((module) => upTo(name).some(({ serves }) => serves.includes(module)));
  return tierNames.find(isEnough) ?? 'everything';
}

/** Names in import statements; a look at the text is enough, since a wrong guess only costs time. */
export function importedModules(source: string): string[] {
  const imports = source.matchAll(/^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))/gm);
  const names = [...imports].flatMap(([, from, list = '']) => (from ? [from] : list.split(',')));
  const modules = names.map((name) => topLevel(name.trim().split(/\s/)[0] ?? ''));
  return [...new Set(modules)].filter((module) => module !== '');
}

const topLevel = (name: string): string => name.split('.')[0] ?? name;
