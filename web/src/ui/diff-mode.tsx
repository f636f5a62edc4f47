import { useKeys } from '../keys/use-keys.ts';
import { Button } from './button.tsx';

export type DiffMode = 'split' | 'unified';

export interface DiffModeState {
  readonly mode: DiffMode;
  readonly toggle: () => void;
}

/** Side by side where there is room, one above the other where there is not; `d` changes it and the address keeps it. */
export function useDiffMode(asked: string | undefined, onChange: (mode: DiffMode) => void): DiffModeState {
  const fits = window.innerWidth >= 900;
  const mode = asked === 'split' || asked === 'unified' ? asked : fits ? 'split' : 'unified';
  const toggle = () => onChange(mode === 'split' ? 'unified' : 'split');
  useKeys({ d: toggle });
  return { mode, toggle };
}

export function DiffModeButton({ mode, toggle }: DiffModeState) {
  return (
    <Button hotkey="d" onClick={toggle}>
      {mode === 'split' ? 'Unified' : 'Side by side'}
    </Button>
  );
}
