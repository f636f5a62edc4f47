// Written by scripts/published-facts.mjs.
/** Numbers of the 150 tasks of the quick subset: spread over domains and solve rates, and typical of the whole. */
// biome-ignore format: a table of facts
const quickNumbers = [
  0, 1, 3, 7, 8, 17, 19, 30, 48, 53, 61, 63, 72, 83, 85, 88, 92, 108, 113, 115, 133, 134, 143, 151, 152, 179, 191,
  195, 197, 206, 211, 226, 238, 249, 252, 260, 264, 277, 282, 314, 323, 328, 332, 340, 354, 363, 367, 373, 382, 383,
  389, 390, 392, 397, 402, 410, 411, 412, 414, 419, 422, 434, 435, 443, 445, 451, 452, 456, 461, 462, 468, 473, 474,
  481, 487, 506, 511, 515, 534, 556, 585, 590, 595, 597, 599, 612, 613, 634, 641, 648, 652, 656, 663, 678, 687, 690,
  709, 715, 719, 721, 723, 724, 745, 749, 755, 760, 767, 791, 835, 847, 848, 850, 860, 870, 882, 892, 900, 902, 905,
  907, 908, 915, 918, 926, 947, 950, 952, 956, 964, 973, 994, 999, 1006, 1011, 1016, 1026, 1028, 1039, 1043, 1051,
  1052, 1064, 1070, 1079, 1084, 1092, 1107, 1110, 1111, 1117,
];

export const quickIds: readonly string[] = quickNumbers.map((number) => `BigCodeBench/${number}`);

/**
 * What an estimate from the quick subset must be corrected by, at least and at most, in 95 of 100 cases: errors for
 * 153 published models, each held out when tasks were chosen and difficulties set. Mean absolute error 1.9 points.
 */
export const quickError: readonly [low: number, high: number] = [-0.0476, 0.0481];

/** The same for tasks drawn at random, by how many: see `partialReach`. */
export const partialError = { noise: 0.617, misfit: 0.0102 } as const;
