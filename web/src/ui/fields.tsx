import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import { Key } from './button.tsx';
import { Icon } from './icon.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const settleMs = 150;

/** The field that `/` goes to. What is typed reaches the address once typing pauses. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopWaiting = () => {
    clearTimeout(pending.current);
    pending.current = undefined;
  };
  useEffect(() => () => clearTimeout(pending.current), []);
  // What the address says of an older text must not replace what is being typed.
  useEffect(() => {
    if (pending.current === undefined) setText(value);
  }, [value]);
  const type = (typed: string) => {
    stopWaiting();
    setText(typed);
    pending.current = setTimeout(() => send(typed), settleMs);
  };
  // Nothing is sent once the field is left: it would take back the page that is opened next.
  const send = (typed: string) => {
    stopWaiting();
    onChange(typed);
  };
  useKeys({ '/': () => input.current?.select() });
  return (
    <label className="flex h-8 min-w-0 flex-1 basis-56 items-center gap-2 rounded-md border border-line-strong bg-card px-2.5 text-soft focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
      <Icon name="search" size={14} />
      <input
        aria-keyshortcuts="/"
        aria-label={label}
        className="min-w-0 flex-1 bg-transparent text-ink text-small outline-none placeholder:text-faint"
        onBlur={(event) => {
          if (pending.current !== undefined) send(event.currentTarget.value);
        }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // On to what was found: `j` and `k` walk there.
            event.preventDefault();
            event.currentTarget.blur();
          }
          if (event.key !== 'Escape') return;
          if (text === '') event.currentTarget.blur();
          else {
            event.preventDefault();
            type('');
          }
        }}
        placeholder={placeholder}
        ref={input}
        type="search"
        value={text}
      />
      <Key name="/" />
    </label>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  return (
    <select
      aria-label={label}
      className="h-8 min-w-0 max-w-full rounded-md border border-line-strong bg-card px-2 text-small"
      onChange={(event) => onChange(event.target.value)}
      value={value}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
