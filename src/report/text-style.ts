import type { createColors } from 'picocolors';

/** How text for a terminal is laid out. */
export interface TextStyle {
  readonly colors: ReturnType<typeof createColors>;
  /** Columns of the terminal; without it, lines are as wide as they need to be. */
  readonly width?: number | undefined;
}
