import type { SampleDocument, TestView } from '../../../../src/schema/view/sample-document.ts';
import { LongText } from '../../code/long-text.tsx';
import { showAll } from '../../code/visible-text.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDuration } from '../../ui/format.ts';
import { OutcomeSign } from '../../ui/outcome-mark.tsx';
import { Ending } from './ending.tsx';
import { explainTests, renumberFrames } from './explain-tests.ts';
import { splitMessage } from './split-message.ts';

interface TestListProps {
  readonly sample: SampleDocument;
  readonly selected: TestView | undefined;
  readonly onSelect: (test: TestView) => void;
}

/** Failing tests first, the selected one with what it says; passing ones and those that were not run below. */
export function TestList({ sample, selected, onSelect }: TestListProps) {
  const { heading, explanation, failing, passing, notRun } = explainTests(sample);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <header className="px-4 pt-3 pb-2">
        <h2 className="font-semibold text-base">{heading}</h2>
        <Ending explained={sample} explanation={explanation} />
      </header>
      <ul aria-label="Failing tests">
        {failing.map((test) => (
          <li className="border-line border-t" key={test.name}>
            <TestButton isSelected={test === selected} onSelect={onSelect} test={test} />
            {test === selected && test.message !== undefined && (
              <Message message={renumberFrames(test.message, sample)} test={test} />
            )}
          </li>
        ))}
      </ul>
      <QuietTests label="Passing tests" {...{ tests: passing, selected, onSelect }} />
      <QuietTests label="Tests that did not run to their end" {...{ tests: notRun, selected, onSelect }} />
    </div>
  );
}

interface QuietTestsProps extends Omit<TestListProps, 'sample'> {
  readonly label: string;
  readonly tests: readonly TestView[];
}

/** Tests that have nothing to say. */
function QuietTests({ label, tests, selected, onSelect }: QuietTestsProps) {
  if (tests.length === 0) return null;
  return (
    <ul aria-label={label} className="border-line border-t py-1">
      {tests.map((test) => (
        <li key={test.name}>
          <TestButton isSelected={test === selected} onSelect={onSelect} test={test} />
        </li>
      ))}
    </ul>
  );
}

interface TestButtonProps {
  readonly test: TestView;
  readonly isSelected: boolean;
  readonly onSelect: (test: TestView) => void;
}

function TestButton({ test, isSelected, onSelect }: TestButtonProps) {
  return (
    <button
      aria-current={isSelected}
      className={classNames(
        'flex w-full items-center gap-2.5 px-4 text-left -outline-offset-2 hover:bg-sunken',
        test.outcome === 'pass' ? 'py-1 text-soft' : 'py-2',
        isSelected && 'bg-sunken',
      )}
      onClick={() => onSelect(test)}
      type="button"
    >
      <OutcomeSign label={test.outcome === 'missing' ? 'did not finish' : test.outcome} outcome={test.outcome} />
      <span className="min-w-0 flex-1 break-words font-mono text-small">
        <Breakable text={test.name} />
      </span>
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
