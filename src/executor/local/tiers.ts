import type { Job } from '../../schema/job.ts';
import { words } from '../../util/words.ts';

/** Warm processes come in tiers: a small image forks faster, a large one has more libraries in memory. */
export type TierName = 'stdlib' | 'data' | 'science' | 'everything';

interface Tier {
  /** Top-level third-party modules that this tier is enough for; the last tier is enough for all. */
  readonly serves: readonly string[];
  /** What it imports before the first fork. */
  readonly preload: readonly string[];
  /** From how many jobs on it is worth warming up; fewer import what they need themselves. */
  readonly worthFrom: number;
  /** From how many waiting jobs on another process of it is worth warming up, though every core has work. */
  readonly growsFrom: number;
  /** How many samples at once keep one process of it busy: forking them, and clearing them away, is its work alone. */
  readonly samplesPerProcess: number;
  /** What a process of it takes in memory, about. */
  readonly residentMb: number;
}

const stdlibPreload = words(`
  argparse ast asyncio base64 bisect calendar codecs collections configparser copy csv ctypes datetime decimal difflib
  email.mime.multipart email.mime.text fnmatch fractions functools getpass glob gzip hashlib heapq hmac html http.client
  http.server inspect io ipaddress itertools json logging math multiprocessing operator pathlib pickle platform pprint
  queue random re secrets select shlex shutil signal smtplib socket sqlite3 ssl statistics string struct subprocess
  tarfile tempfile textwrap threading time types typing unicodedata urllib.parse urllib.request uuid warnings
  xml.etree.ElementTree zipfile zlib zoneinfo concurrent.futures`);

const dataPreload = words(`
  numpy numpy.testing pandas pandas.testing pytz dateutil.parser
  matplotlib matplotlib.pyplot matplotlib.backends.backend_agg mpl_toolkits.mplot3d`);

const sciencePreload = words(`
  scipy scipy.stats scipy.optimize scipy.signal scipy.spatial.distance scipy.interpolate scipy.integrate scipy.ndimage
  scipy.fftpack scipy.cluster.hierarchy sklearn sklearn.linear_model sklearn.ensemble sklearn.cluster
  sklearn.model_selection sklearn.preprocessing sklearn.decomposition sklearn.metrics sklearn.feature_extraction.text
  sklearn.datasets sklearn.naive_bayes sklearn.tree sklearn.impute sklearn.svm sklearn.neighbors seaborn`);

const otherPreload = words(`
  requests bs4 nltk nltk.corpus nltk.tokenize statsmodels.api PIL.Image cv2 lxml.etree flask openpyxl psutil regex rsa
  cryptography.fernet django.conf`);

const dataServes = words('numpy pandas pytz dateutil six matplotlib mpl_toolkits');

/** From the smallest to the largest. */
export const tiers: Readonly<Record<TierName, Tier>> = {
  stdlib: {
    serves: [],
    preload: stdlibPreload,
    ...{ worthFrom: 0, growsFrom: 8, samplesPerProcess: 2, residentMb: 40 },
  },
  data: {
    serves: dataServes,
    preload: [...stdlibPreload, ...dataPreload],
    ...{ worthFrom: 2, growsFrom: 16, samplesPerProcess: 3, residentMb: 100 },
  },
  science: {
    serves: [...dataServes, 'scipy', 'sklearn', 'seaborn'],
    preload: [...stdlibPreload, ...dataPreload, ...sciencePreload],
    ...{ worthFrom: 3, growsFrom: 32, samplesPerProcess: 4, residentMb: 160 },
  },
  everything: {
    serves: [],
    preload: [...stdlibPreload, ...dataPreload, ...sciencePreload, ...otherPreload],
    ...{ worthFrom: 5, growsFrom: 64, samplesPerProcess: 4, residentMb: 260 },
  },
};

export const tierNames = Object.keys(tiers) as readonly TierName[];

/** What one program and its part of the warm processes take, about. */
const programMb = 512;

/** How many programs run at once where nobody says: one per CPU that is granted, fewer where memory is short. */
export function planParallel({ cpus, memoryMb }: { readonly cpus: number; readonly memoryMb: number }): number {
  return Math.max(1, Math.min(cpus, Math.floor(memoryMb / programMb)));
}

export interface ProcessPlanOptions {
  readonly parallel: number;
  /** How many samples a process can hold at once; null: any number. */
  readonly placesAtOnce: number | null;
  readonly memoryMb: number;
}

/** Of all memory, the share that the warm processes of one tier may take. */
const warmShare = 1 / 4;

/** How many processes of each tier there may be: in proportion to the cores, fewer where memory is short. */
export function planProcesses({ parallel, placesAtOnce, memoryMb }: ProcessPlanOptions): Record<TierName, number> {
  const most = (name: TierName) => {
    const useful = Math.ceil(parallel / (placesAtOnce ?? tiers[name].samplesPerProcess));
    return Math.max(1, Math.min(useful, Math.floor((memoryMb * warmShare) / tiers[name].residentMb)));
  };
  return { stdlib: most('stdlib'), data: most('data'), science: most('science'), everything: most('everything') };
}

/** What a tier imports: the standard library's part always, the rest as far as this environment has it. */
export function preloadOf(name: TierName, modules: ReadonlySet<string>): string[] {
  return tiers[name].preload.filter((module) => stdlibPreload.includes(module) || modules.has(topLevel(module)));
}

/** The smallest tier that holds what a job imports and this environment has. */
export function tierFor(job: Pick<Job, 'code' | 'test' | 'libs'>, isThirdParty: (name: string) => boolean): TierName {
  const wanted = job.libs.length > 0 ? job.libs : importedModules(`${job.code}\n${job.test}`);
  const foreign = wanted.map(topLevel).filter(isThirdParty);
  const isEnough = (name: TierName) => foreign.every((module) => tiers[name].serves.includes(module));
  return tierNames.find(isEnough) ?? 'everything';
}

/** Names in import statements; a look at the text is enough, since a wrong guess only costs time. */
export function importedModules(source: string): string[] {
  const found = new Set<string>();
  for (const [, from, list] of source.matchAll(
    /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))/gm,
  )) {
    for (const name of from ? [from] : (list ?? '').split(',')) {
      const module = topLevel(name.trim().split(/\s/)[0] ?? '');
      if (module) found.add(module);
    }
  }
  return [...found];
}

function topLevel(name: string): string {
  return name.split('.')[0] ?? name;
}
