import { Link } from '@tanstack/react-router';
import { KeyList } from '../keys/key-list.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function HelpDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog className="overflow-y-auto" isOpen={isOpen} label="Keys" onClose={onClose}>
      <div className="flex items-center justify-between px-5 pt-4">
        <h2 className="font-semibold text-title">Keys</h2>
        <Button aria-label="Close" icon="close" look="quiet" onClick={onClose} />
      </div>
      <div className="px-5 pt-1 pb-5">
        <KeyList />
        <p className="mt-4 text-small text-soft">
          Every key is also a button. Words and versions are on{' '}
          <Link className="text-accent underline" onClick={onClose} to="/about">
            the About page
          </Link>
          .
        </p>
      </div>
    </Dialog>
  );
}
