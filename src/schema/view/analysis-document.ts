export interface Row {
  /** What it is of: a text for each of the table's columns. */
  readonly labels: readonly string[];
  readonly value: number;
  /** 95%, where the number is an estimate. What is counted in a whole dataset has none. */
  readonly interval?: readonly [number, number] | undefined;
  /** The same number in the paper, or where the original project publishes it. */
  readonly published?: number | undefined;
  /** How many tasks, answers or models it is over. */
  readonly n?: number | undefined;
}

/** A table of an analysis. Shares are in percent. */
export interface Table {
  /** Its key in JSON, and the name of its CSV file. */
  readonly key: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Decimals as text; 1 unless told. */
  readonly digits?: number;
}

/** `analysis`: what `bcb analyze` tells of the opened runs and their tasks. */
export interface AnalysisDocument {
  readonly tables: readonly Table[];
}
