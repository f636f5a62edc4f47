import type { SampleDocument, TestView } from '../../../../src/schema/view/sample-document.ts';
import { LongText } from '../../code/long-text.tsx';
import { showAll } from '../../code/visible-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDuration } from '../../ui/format.ts';
import { OutcomeSign } from '../../ui/outcome-mark.tsx';
import { splitMessage } from './split-message.ts';

interface TestListProps {
  readonly sample: SampleDocument;
  readonly selected: TestView | undefined;
  readonly onSelect: (test: TestView) => void;
  readonly onHover: (name: string | undefined) => void;
}

/** Failing tests first, the selected one with what it says; passing ones below. */
export function TestList({ sample, selected, onSelect, onHover }: TestListProps) {
  const { tests, verdict } = sample;
  const failing = tests.filter(({ outcome }) => outcome !== 'pass');
  const passing = tests.filter(({ outcome }) => outcome === 'pass');
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <header className="px-4 pt-3 pb-2">
        <h2 className="font-semibold text-base">
          {failing.length > 0 ? `${failing.length} of ${tests.length} tests fail` : describeTests(sample)}
        </h2>
        {verdict.reason !== undefined && failing.every(({ message }) => message === undefined) && (
          <p className="mt-1 break-words text-fail text-small">{showAll(verdict.reason)}</p>
        )}
      </header>
      <ul aria-label="Failing tests">
        {failing.map((test) => (
          <li className="border-line border-t" key={test.name}>
            <TestButton isSelected={test === selected} onHover={onHover} onSelect={onSelect} test={test} />
            {test === selected && test.message !== undefined && <Message message={test.message} test={test} />}
          </li>
        ))}
      </ul>
      {passing.length > 0 && (
        <ul aria-label="Passing tests" className="border-line border-t py-1">
          {passing.map((test) => (
            <li key={test.name}>
              <TestButton isSelected={test === selected} onHover={onHover} onSelect={onSelect} test={test} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function describeTests({ tests, verdict }: SampleDocument): string {
  if (tests.length > 0) return `All ${tests.length} tests pass`;
  return verdict.outcome === 'pass' ? 'It passes' : 'No test came to its end';
}

interface TestButtonProps {
  readonly test: TestView;
  readonly isSelected: boolean;
  readonly onSelect: (test: TestView) => void;
  readonly onHover: (name: string | undefined) => void;
}

function TestButton({ test, isSelected, onSelect, onHover }: TestButtonProps) {
  return (
    <button
      aria-current={isSelected}
      className={classNames(
        'flex w-full items-center gap-2.5 px-4 text-left -outline-offset-2 hover:bg-sunken',
        test.outcome === 'pass' ? 'py-1 text-soft' : 'py-2',
        isSelected && 'bg-sunken',
      )}
      onClick={() => onSelect(test)}
      onMouseEnter={() => onHover(test.name)}
      onMouseLeave={() => onHover(undefined)}
      type="button"
    >
      <OutcomeSign outcome={test.outcome} />
      <span className="min-w-0 flex-1 break-words font-mono text-small">{test.name}</span>
      {test.ms > 0 && <span className="text-faint text-small tabular-nums">{formatDuration(test.ms)}</span>}
    </button>
  );
}

function Message({ message, test }: { readonly message: string; readonly test: TestView }) {
  const { headline, rest } = splitMessage(message);
  return (
    <div className="bg-sunken px-4 pb-3">
      <p className="code whitespace-pre-wrap break-words font-semibold text-fail">{showAll(headline)}</p>
      {rest !== '' && (
        <LongText className="mt-1 !p-0 text-soft" keeps="end" label={`What ${test.name} says`} text={rest} />
      )}
    </div>
  );
}
