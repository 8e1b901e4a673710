import { describe, expect, it } from 'vitest';
import { chainHash } from '../../src/event-log/chain.ts';
import type { NewEvent } from '../../src/ports/event-log.ts';
import { asStored } from '../support/events/stored.ts';
import { idOf } from '../support/fixtures.ts';

const event: NewEvent = {
  id: idOf('e'),
  type: 'EmailClaimed',
  data: { accountId: idOf('ada') },
  metadata: { at: 1, commandId: 'c', previous: null },
};

describe('the hash that the next event carries', () => {
  it('is the same wherever and whenever the event is stored', () => {
    const here = asStored(event);
    const there = { ...here, position: 99n as typeof here.position, recordedAt: 5 };
    expect(chainHash('email-1', 0, here)).toBe(chainHash('email-1', 0, event));
    expect(chainHash('email-1', 0, there)).toBe(chainHash('email-1', 0, here));
    expect(chainHash('email-1', 0, event)).toMatch(/^[\w-]{43}$/);
  });

  it('shows a change of anything else', () => {
    const others = [
      chainHash('email-2', 0, event),
      chainHash('email-1', 1, event),
      chainHash('email-1', 0, { ...event, id: idOf('other') }),
      chainHash('email-1', 0, { ...event, type: 'Other' }),
      chainHash('email-1', 0, { ...event, data: { accountId: idOf('eve') } }),
      chainHash('email-1', 0, { ...event, data: { ...event.data, more: 1 } }),
      chainHash('email-1', 0, { ...event, metadata: { ...event.metadata, at: 2 } }),
      chainHash('email-1', 0, { ...event, metadata: { ...event.metadata, previous: 'x' } }),
    ];
    expect(new Set([...others, chainHash('email-1', 0, event)]).size).toBe(others.length + 1);
  });
});
