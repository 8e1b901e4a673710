import { describe, expect, it } from 'vitest';
import type { WidgetKeyEvent } from '../../../src/domain/widget-key/events.ts';
import { MAX_ACTIVE_KEYS, widgetKeys } from '../../../src/domain/widget-key/widget-keys.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf, sha256Of } from '../../support/fixtures.ts';

const [chatbotId, ownerId] = [idOf('bot'), idOf('ada')];
const dataOf = (name: string) => ({
  keyId: idOf(name),
  chatbotId,
  ownerId,
  secretHash: sha256Of(name),
  keyPrefix: 'cwk_abcdefgh',
});
const sealed = { label: 'Shop', allowedDomains: ['example.com'] };

const generated = (name = 'key'): WidgetKeyEvent => ({ type: 'WidgetKeyGenerated', data: dataOf(name), sealed });
const revoked = (name = 'key'): WidgetKeyEvent => ({
  type: 'WidgetKeyRevoked',
  data: { keyId: idOf(name), chatbotId },
});
const adopted = (...names: readonly string[]): WidgetKeyEvent => ({
  type: 'WidgetKeysAdopted',
  data: { chatbotId, keyIds: names.map(idOf) },
});

const legacyKeys = (names: readonly string[]) => ({ legacyKeyIds: names.map(idOf) });
const generate = (name = 'key', ...legacy: readonly string[]) =>
  ({ type: 'GenerateWidgetKey', ...dataOf(name), ...sealed, ...legacyKeys(legacy) }) as const;
const revoke = (name = 'key', ...legacy: readonly string[]) =>
  ({ type: 'RevokeWidgetKey', chatbotId, keyId: idOf(name), ...legacyKeys(legacy) }) as const;

const numbered = (count: number) => Array.from({ length: count }, (_, number) => `key ${number}`);

describe('a widget key', () => {
  it('is generated with its label and domains sealed', () => {
    given(widgetKeys).when(generate()).thenEvents(generated());
    given(widgetKeys, generated('other')).when(generate()).thenEvents(generated());
  });

  it('records nothing in clear but what it declares, whatever else comes with the command', () => {
    const talkative = { ...generate(), ownerEmail: 'ada@example.com' };
    given(widgetKeys).when(talkative).thenEvents(generated());
  });

  it('is generated once', () => {
    given(widgetKeys, generated()).when(generate()).thenRejected('WidgetKeyExists');
    given(widgetKeys, generated(), revoked(), generated('other')).when(generate()).thenRejected('WidgetKeyExists');
  });

  it('is revoked once', () => {
    given(widgetKeys, generated()).when(revoke()).thenEvents(revoked());
    given(widgetKeys, generated(), revoked()).when(revoke()).thenRejected('WidgetKeyNotFound');
  });

  it('of another chatbot, or that does not exist, is not found', () => {
    given(widgetKeys, generated()).when(revoke('of another')).thenRejected('WidgetKeyNotFound');
    given(widgetKeys).when(revoke()).thenRejected('WidgetKeyNotFound');
  });

  it('can still be revoked when its label has been erased', () => {
    const erased = { ...generated(), sealed: null } as WidgetKeyEvent;
    expect(given(widgetKeys, erased).state.active).toEqual([idOf('key')]);
    given(widgetKeys, erased).when(revoke()).thenEvents(revoked());
  });
});

describe('the keys of a chatbot', () => {
  it('are a hundred at most, and one more for each that is revoked', () => {
    const full = numbered(MAX_ACTIVE_KEYS).map(generated);
    given(widgetKeys, ...full.slice(1))
      .when(generate())
      .thenEvents(generated());
    given(widgetKeys, ...full)
      .when(generate())
      .thenRejected('WidgetKeyLimitReached');
    given(widgetKeys, ...full, revoked('key 7'))
      .when(generate())
      .thenEvents(generated());
  });

  it('count those that had streams of their own', () => {
    const earlier = numbered(MAX_ACTIVE_KEYS);
    given(widgetKeys)
      .when(generate('key', ...earlier))
      .thenRejected('WidgetKeyLimitReached');
    given(widgetKeys)
      .when(generate('key', ...earlier.slice(1)))
      .thenEvents(adopted(...earlier.slice(1)), generated());
    given(widgetKeys, adopted(...earlier))
      .when(generate())
      .thenRejected('WidgetKeyLimitReached');
  });

  it('that had streams of their own can be revoked, once', () => {
    given(widgetKeys)
      .when(revoke('key', 'key', 'other'))
      .thenEvents(adopted('key', 'other'), revoked());
    given(widgetKeys, adopted('key'), revoked()).when(revoke('key', 'key')).thenRejected('WidgetKeyNotFound');
    given(widgetKeys, generated('other')).when(revoke('key', 'key')).thenRejected('WidgetKeyNotFound');
  });
});
