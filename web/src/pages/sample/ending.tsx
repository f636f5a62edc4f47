import { LongText } from '../../code/long-text.tsx';
import { showAll } from '../../code/visible-text.ts';
import { type Explained, renumberFrames } from './explain-tests.ts';

interface EndingProps {
  readonly explained: Explained;
  readonly explanation: string | undefined;
  readonly pane?: 'Program' | 'Solution';
}

/** Why a program ended, where its tests do not say it, and where it was when it was stopped. */
export function Ending({ explained, explanation, pane }: EndingProps) {
  const { stack } = explained.verdict;
  return (
    <>
      {explanation !== undefined && (
        <p className="mt-1 break-words text-fail text-small">{showAll(renumberFrames(explanation, explained, pane))}</p>
      )}
      {stack !== undefined && (
        <LongText
          className="mt-1 !p-0 text-soft"
          keeps="end"
          label="Where it was stopped"
          text={renumberFrames(stack, explained, pane)}
        />
      )}
    </>
  );
}
