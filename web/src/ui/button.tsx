import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon?: IconName;
  readonly look?: 'plain' | 'primary' | 'quiet';
  /** The key that does the same. */
  readonly hotkey?: string;
}

const looks: Record<NonNullable<ButtonProps['look']>, string> = {
  plain: 'border border-line-strong bg-card hover:bg-sunken',
  primary: 'border border-accent bg-accent text-card hover:opacity-90',
  quiet: 'border border-transparent text-soft hover:bg-sunken hover:text-ink',
};

export function Button({ icon, look = 'plain', hotkey, children, className, ...rest }: ButtonProps) {
  const isIconOnly = children === undefined;
  return (
    <button
      aria-keyshortcuts={hotkey}
      className={classNames(
        'inline-flex h-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium text-small disabled:cursor-not-allowed disabled:opacity-45',
        isIconOnly ? 'w-8' : 'px-3',
        looks[look],
        className,
      )}
      type="button"
      {...rest}
    >
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
      {hotkey !== undefined && !isIconOnly && <Key name={hotkey} />}
    </button>
  );
}

/** A key of the keyboard. Phones have none, so it is left out on narrow screens. */
export function Key({ name }: { readonly name: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="hidden min-w-[1.15rem] rounded border border-current/25 px-1 text-center font-mono text-tiny md:inline-block"
    >
      {name}
    </kbd>
  );
}
