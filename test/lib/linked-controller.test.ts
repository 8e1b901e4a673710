import { describe, expect, test } from 'vitest';
import { LinkedController } from '../../src/lib/linked-controller.ts';

describe('A controller that is linked to a signal', () => {
  test('aborts with it, for its reason', () => {
    const parent = new AbortController();
    const { signal } = new LinkedController(parent.signal);
    expect(signal.aborted).toBe(false);
    parent.abort('left');
    expect(signal.reason).toBe('left');
  });

  test('is aborted from the start where the signal is', () => {
    expect(new LinkedController(AbortSignal.abort('left')).signal.reason).toBe('left');
  });

  test('aborts alone, once, with an error that says so', () => {
    const parent = new AbortController();
    const linked = new LinkedController(parent.signal);
    linked.abort();
    parent.abort('later');
    expect(linked.signal.reason).toMatchObject({ name: 'AbortError' });
    expect(parent.signal.reason).toBe('later');
  });

  test('goes on when it was unlinked before', () => {
    const parent = new AbortController();
    const linked = new LinkedController(parent.signal);
    linked.unlink();
    parent.abort();
    expect(linked.signal.aborted).toBe(false);
  });
});
