import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

function gate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

it('lets a bounded number of works be under way', async () => {
  const backlog = new Backlog(2);
  const [first, second] = [gate(), gate()];
  await backlog.add(first.promise);
  let hasRoom = false;
  const adding = backlog.add(second.promise).then(() => {
    hasRoom = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasRoom).toBe(false);
  first.open();
  await adding;
  second.open();
  await backlog.settle();
});

it('throws the first failure at the next step', async () => {
  const backlog = new Backlog();
  await backlog.add(Promise.resolve());
  await backlog.add(Promise.reject(new Error('first'))).catch(() => {});
  await backlog.add(Promise.reject(new Error('second'))).catch(() => {});
  await expect(backlog.settle()).rejects.toThrow('first');
});
