import { describe, expect, it } from 'vitest';
import type { WidgetKeyEvent } from '../../../src/domain/widget-key/events.ts';
import { widgetKey } from '../../../src/domain/widget-key/widget-key.ts';
import { idOf, sha256Of } from '../../support/fixtures.ts';
import { given } from '../../support/given.ts';

const [keyId, chatbotId, ownerId] = [idOf('key'), idOf('bot'), idOf('ada')];
const key = { keyId, chatbotId, ownerId, secretHash: sha256Of('cwk_secret'), keyPrefix: 'cwk_abcdefgh' };

const generated: WidgetKeyEvent = {
  type: 'WidgetKeyGenerated',
  data: key,
  sealed: { label: 'Shop', allowedDomains: ['example.com'] },
};
const revoked: WidgetKeyEvent = { type: 'WidgetKeyRevoked', data: { keyId, chatbotId } };

const generate = { type: 'GenerateWidgetKey', ...key, label: 'Shop', allowedDomains: ['example.com'] } as const;
const revoke = (bot = chatbotId) => ({ type: 'RevokeWidgetKey', chatbotId: bot }) as const;

describe('a widget key', () => {
  it('is generated with its label and domains sealed', () => {
    given(widgetKey).when(generate).thenFacts(generated);
  });

  it('records nothing in clear but what it declares, whatever else comes with the command', () => {
    const talkative = { ...generate, ownerEmail: 'ada@example.com' };
    given(widgetKey).when(talkative).thenFacts(generated);
  });

  it('is generated once', () => {
    given(widgetKey, generated).when(generate).thenRejected('WidgetKeyExists');
    given(widgetKey, generated, revoked).when(generate).thenRejected('WidgetKeyExists');
  });

  it('is revoked once', () => {
    given(widgetKey, generated).when(revoke()).thenFacts(revoked);
    given(widgetKey, generated, revoked).when(revoke()).thenRejected('WidgetKeyNotFound');
  });

  it('of another chatbot, or that does not exist, is not found', () => {
    given(widgetKey, generated)
      .when(revoke(idOf('other bot')))
      .thenRejected('WidgetKeyNotFound');
    given(widgetKey).when(revoke()).thenRejected('WidgetKeyNotFound');
  });

  it('can still be revoked when its label has been erased', () => {
    const erased: WidgetKeyEvent = { ...generated, sealed: null };
    expect(given(widgetKey, erased).state).toEqual({ kind: 'active', keyId, chatbotId });
    given(widgetKey, erased).when(revoke()).thenFacts(revoked);
  });
});
