import { describe, expect, it } from 'vitest';
import type { MessageQuotaEvent } from '../../../src/domain/message-quota/events.ts';
import {
  type MessageQuotaCommand,
  messageQuota,
  reservationOf,
} from '../../../src/domain/message-quota/message-quota.ts';
import { monthOf, secondsUntilNextMonth } from '../../../src/domain/message-quota/month.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf, NOON, sha256Of } from '../../support/fixtures.ts';

const inMonth = { accountId: idOf('ada'), month: '2026-02' };
const message = (name: string) => ({
  messageId: idOf(name),
  commandId: `command ${name}`,
  chatbotId: idOf('bot'),
  conversation: sha256Of('conversation'),
});
const reserved = (names: readonly string[], recorded: readonly string[] = []): MessageQuotaEvent => ({
  type: 'MessagesCounted',
  data: { ...inMonth, countedAt: NOON, messages: names.map(message), recorded: recorded.map(idOf) },
});
const settled = (recorded: readonly string[], returned: readonly string[]): MessageQuotaEvent => ({
  type: 'MessagesSettled',
  data: { ...inMonth, recorded: recorded.map(idOf), returned: returned.map(idOf) },
});
const reserve = (names: readonly string[], limit: number, confirmed: readonly string[] = []): MessageQuotaCommand => ({
  type: 'ReserveMessages',
  ...inMonth,
  at: NOON,
  limit,
  messages: names.map(message),
  confirmed: confirmed.map(idOf),
});
const settle = (confirmed: readonly string[], released: readonly string[]): MessageQuotaCommand => ({
  type: 'SettleReservations',
  ...inMonth,
  confirmed: confirmed.map(idOf),
  released: released.map(idOf),
});

describe("A month's messages", () => {
  it('are reserved in order while the limit leaves room', () => {
    given(messageQuota)
      .when(reserve(['a', 'b'], 3))
      .thenEvents(reserved(['a', 'b']));
    given(messageQuota, reserved(['a', 'b']))
      .when(reserve(['c', 'd', 'e'], 3))
      .thenEvents(reserved(['c']));
    given(messageQuota, reserved(['a', 'b', 'c']))
      .when(reserve(['d'], 3))
      .thenNothing();
    given(messageQuota)
      .when(reserve(['a'], 0))
      .thenNothing();
  });

  it('are used up when there are more of them than a lowered limit', () => {
    given(messageQuota, reserved(['a', 'b', 'c']))
      .when(reserve(['d'], 1))
      .thenNothing();
  });

  it('are reserved once a command, however often it is repeated', () => {
    given(messageQuota, reserved(['a']))
      .when(reserve(['a'], 3))
      .thenNothing();
    given(messageQuota, reserved(['a']))
      .when(reserve(['a', 'b', 'b'], 3))
      .thenEvents(reserved(['b']));
    const again = { ...message('a again'), commandId: 'command a' };
    const { state } = given(messageQuota, reserved(['a']));
    expect(reservationOf(state, again.commandId)?.messageId).toBe(idOf('a'));
  });

  it('stay open until they are confirmed, and count as used', () => {
    const before = given(messageQuota, reserved(['a', 'b']));
    before.when(reserve(['c'], 9, ['a', 'unknown'])).thenEvents(reserved(['c'], ['a']));
    const { state } = given(messageQuota, reserved(['a', 'b']), reserved(['c'], ['a']));
    expect(state.open.map(({ messageId }) => messageId)).toEqual(['b', 'c'].map(idOf));
    expect(state.used).toBe(3);
  });

  it('are released once when they were never recorded', () => {
    given(messageQuota, reserved(['a', 'b']))
      .when(settle(['b'], ['a']))
      .thenEvents(settled(['b'], ['a']));
    const after = given(messageQuota, reserved(['a', 'b']), settled(['b'], ['a']));
    expect(after.state).toEqual({ used: 1, open: [] });
    after.when(settle([], ['a', 'b'])).thenNothing();
    after.when(reserve(['c', 'd'], 2)).thenEvents(reserved(['c']));
  });
});

describe('A month', () => {
  it.each([
    ['2026-01-31T23:59:59.999Z', '2026-01', 1],
    ['2026-02-01T00:00:00.000Z', '2026-02', 28 * 86_400],
    ['2028-02-01T00:00:00.001Z', '2028-02', 29 * 86_400],
    ['2026-12-31T23:59:58.500Z', '2026-12', 2],
  ])('at %s is %s, and %i seconds are left', (at, month, seconds) => {
    expect([monthOf(Date.parse(at)), secondsUntilNextMonth(Date.parse(at))]).toEqual([month, seconds]);
  });
});
