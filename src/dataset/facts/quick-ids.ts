// Written by scripts/published-facts.mjs.
/** Numbers of the 150 tasks of the quick subset: spread over domains and solve rates, and typical of the whole. */
// biome-ignore format: a table of facts
const quickNumbers = [
  1, 26, 30, 33, 67, 68, 98, 110, 111, 116, 118, 120, 130, 133, 134, 138, 141, 143, 146, 156, 160, 166, 173, 199,
  206, 217, 221, 232, 240, 241, 242, 243, 257, 259, 266, 273, 282, 291, 297, 302, 327, 333, 358, 373, 379, 385, 386,
  387, 397, 405, 406, 411, 423, 425, 431, 434, 446, 454, 463, 466, 470, 477, 481, 484, 504, 505, 515, 519, 520, 524,
  532, 544, 556, 567, 573, 582, 592, 601, 605, 615, 616, 637, 647, 651, 655, 656, 660, 667, 680, 692, 702, 718, 721,
  723, 724, 727, 753, 758, 778, 790, 794, 814, 835, 844, 868, 872, 875, 876, 893, 896, 905, 913, 915, 918, 924, 928,
  934, 939, 940, 941, 949, 950, 955, 957, 970, 972, 973, 999, 1008, 1013, 1014, 1030, 1036, 1037, 1059, 1061, 1079,
  1081, 1082, 1086, 1091, 1093, 1106, 1108, 1122, 1125, 1129, 1131, 1133, 1136,
];

export const quickIds: readonly string[] = quickNumbers.map((number) => `BigCodeBench/${number}`);

/**
 * What an estimate from the quick subset must be corrected by, at least and at most, in 95 of 100 cases: errors for
 * 153 published models, each held out when tasks were chosen and difficulties set. Mean absolute error 2 points.
 */
export const quickError: readonly [low: number, high: number] = [-0.0493, 0.0532];

/** The same for tasks drawn at random, by how many: see `partialReach`. */
export const partialError = { noise: 0.611, misfit: 0.0136 } as const;
