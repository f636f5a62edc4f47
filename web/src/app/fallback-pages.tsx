import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Empty, Problem } from '../ui/states.tsx';

export function NotFound() {
  return (
    <Empty title="There is no such page">
      <Link className="text-accent underline" to="/">
        All runs
      </Link>
    </Empty>
  );
}

export function PageError({ error, reset }: ErrorComponentProps) {
  return <Problem error={error instanceof Error ? error : new Error(String(error))} retry={reset} />;
}
