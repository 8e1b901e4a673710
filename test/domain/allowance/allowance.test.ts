import { describe, expect, it } from 'vitest';
import { type AllowanceCommand, allowance, openMessageOf } from '../../../src/domain/allowance/allowance.ts';
import type { AllowanceEvent } from '../../../src/domain/allowance/events.ts';
import { monthOf, secondsUntilNextMonth } from '../../../src/domain/allowance/month.ts';
import { idOf, NOON, sha256Of } from '../../support/fixtures.ts';
import { given } from '../../support/given.ts';

const inMonth = { accountId: idOf('ada'), month: '2026-02' };
const message = (name: string) => ({
  messageId: idOf(name),
  commandId: `command ${name}`,
  chatbotId: idOf('bot'),
  conversation: sha256Of('conversation'),
});
const counted = (names: readonly string[], recorded: readonly string[] = []): AllowanceEvent => ({
  type: 'MessagesCounted',
  data: { ...inMonth, countedAt: NOON, messages: names.map(message), recorded: recorded.map(idOf) },
});
const settled = (recorded: readonly string[], returned: readonly string[]): AllowanceEvent => ({
  type: 'MessagesSettled',
  data: { ...inMonth, recorded: recorded.map(idOf), returned: returned.map(idOf) },
});
const count = (names: readonly string[], limit: number, recorded: readonly string[] = []): AllowanceCommand => ({
  ...{ type: 'CountMessages', ...inMonth, at: NOON, limit },
  ...{ messages: names.map(message), recorded: recorded.map(idOf) },
});
const settle = (recorded: readonly string[], returned: readonly string[]): AllowanceCommand => ({
  ...{ type: 'SettleMessages', ...inMonth },
  ...{ recorded: recorded.map(idOf), returned: returned.map(idOf) },
});

describe("A month's messages", () => {
  it('are counted as they come, as long as there are any left', () => {
    given(allowance)
      .when(count(['a', 'b'], 3))
      .thenFacts(counted(['a', 'b']));
    given(allowance, counted(['a', 'b']))
      .when(count(['c', 'd', 'e'], 3))
      .thenFacts(counted(['c']));
    given(allowance, counted(['a', 'b', 'c']))
      .when(count(['d'], 3))
      .thenNothing();
    given(allowance)
      .when(count(['a'], 0))
      .thenNothing();
  });

  it('that are more than a plan has become are used up', () => {
    given(allowance, counted(['a', 'b', 'c']))
      .when(count(['d'], 1))
      .thenNothing();
  });

  it('are counted once a command, however often it is tried', () => {
    given(allowance, counted(['a']))
      .when(count(['a'], 3))
      .thenNothing();
    given(allowance, counted(['a']))
      .when(count(['a', 'b', 'b'], 3))
      .thenFacts(counted(['b']));
    const again = { ...message('a again'), commandId: 'command a' };
    const { state } = given(allowance, counted(['a']));
    expect(openMessageOf(state, again.commandId)?.messageId).toBe(idOf('a'));
  });

  it('are open until they are known to be recorded, and stay used', () => {
    const before = given(allowance, counted(['a', 'b']));
    before.when(count(['c'], 9, ['a', 'unknown'])).thenFacts(counted(['c'], ['a']));
    const { state } = given(allowance, counted(['a', 'b']), counted(['c'], ['a']));
    expect(state.open.map(({ messageId }) => messageId)).toEqual(['b', 'c'].map(idOf));
    expect(state.used).toBe(3);
  });

  it('that were never recorded are given back, once', () => {
    given(allowance, counted(['a', 'b']))
      .when(settle(['b'], ['a']))
      .thenFacts(settled(['b'], ['a']));
    const after = given(allowance, counted(['a', 'b']), settled(['b'], ['a']));
    expect(after.state).toEqual({ used: 1, open: [] });
    after.when(settle([], ['a', 'b'])).thenNothing();
    after.when(count(['c', 'd'], 2)).thenFacts(counted(['c']));
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
