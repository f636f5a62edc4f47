import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The browser's own dialog: it traps focus, closes with Escape and gives focus back. */
export function Dialog({ isOpen, onClose, label, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element?.open === false) element.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  return (
    <dialog
      aria-label={label}
      className={classNames(
        'm-auto mt-[12vh] max-h-[76vh] w-[min(42rem,calc(100vw-2rem))] overflow-hidden rounded-xl border border-line bg-card p-0 text-ink shadow-card backdrop:bg-ink/25 backdrop:backdrop-blur-[2px]',
        className,
      )}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onClose={onClose}
      ref={dialog}
    >
      {isOpen && children}
    </dialog>
  );
}
