import { describe, expect, it } from 'vitest';
import { collect } from '../util/collect.ts';
import { ReadySamples } from './ready-samples.ts';

const key = (name: string) => {
  const [taskId = '', index = '0'] = name.split('#');
  return { taskId, index: Number(index) };
};

/** Takes samples out until told otherwise. */
function watch(ready: ReadySamples<{ taskId: string; index: number }>) {
  const passed: string[] = [];
  const ended = (async () => {
    for await (const { taskId, index } of ready) passed.push(`${taskId}#${index}`);
  })();
  return { passed, ended };
}

/** Lets everything that can happen happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('ReadySamples', () => {
  it('lets samples through once the ground truth of their task is known, before or after they came', async () => {
    const ready = new ReadySamples();
    const { passed } = watch(ready);
    ready.open('T/1');
    await ready.takeIn(['T/1#0', 'T/2#0', 'T/1#1', 'T/2#1'].map(key));
    await settle();
    expect(passed).toEqual(['T/1#0', 'T/1#1']);
    ready.open('T/2');
    await settle();
    expect(passed).toEqual(['T/1#0', 'T/1#1', 'T/2#0', 'T/2#1']);
  });

  it('holds everything back while it is shut, until all ground truth is known', async () => {
    const ready = new ReadySamples();
    const { passed, ended } = watch(ready);
    ready.shut();
    ready.open('T/1');
    await ready.takeIn(['T/1#0', 'T/2#0'].map(key));
    await settle();
    expect(passed).toEqual([]);
    ready.finish();
    await ended;
    expect(passed).toEqual(['T/1#0', 'T/2#0']);
  });

  it('ends after the last sample, not before the stream of samples does', async () => {
    const ready = new ReadySamples();
    let more = () => {};
    const later = new Promise<void>((resolve) => {
      more = resolve;
    });
    const { passed, ended } = watch(ready);
    const takingIn = ready.takeIn(
      (async function* () {
        yield key('T/1#0');
        await later;
        yield key('T/9#0');
      })(),
    );
    ready.finish();
    await settle();
    expect(passed).toEqual(['T/1#0']);
    more();
    await takingIn;
    await ended;
    expect(passed).toEqual(['T/1#0', 'T/9#0']);
  });

  it('is empty when every sample that was let through has left', async () => {
    const ready = new ReadySamples();
    watch(ready);
    ready.open('T/1');
    await ready.takeIn(['T/1#0', 'T/1#1', 'T/2#0'].map(key));
    let isEmpty = false;
    const drained = ready.drain().then(() => {
      isEmpty = true;
    });
    ready.leave();
    await settle();
    expect(isEmpty).toBe(false);
    // Shut now: the samples of T/2 are not on their way.
    ready.open('T/2');
    ready.leave();
    await drained;
    expect(isEmpty).toBe(true);
  });

  it('is empty at once where nothing is under way', async () => {
    await new ReadySamples().drain();
  });

  it('passes on what the stream of samples failed with', async () => {
    const ready = new ReadySamples();
    ready.open('T/1');
    const failing = (async function* () {
      yield key('T/1#0');
      throw new Error('no more answers');
    })();
    await ready.takeIn(failing);
    await expect(collect(ready)).rejects.toThrow('no more answers');
  });
});
