import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../../console/pages/history/kinds.ts';
import type { AuditEvent } from '../../../../console/pages/history/types.ts';
import { actorOf, sentenceOf, valueText } from '../../../../console/pages/history/words.ts';
import { spaced } from '../../../../console/ui/words.ts';
import { chatbotEvents } from '../../../../src/projections/chatbot-events/projection.ts';

const event = (type: string, data: AuditEvent['data'] = {}): AuditEvent => ({
  position: '7',
  type,
  data,
  actor: null,
  recordedAt: '2026-03-14T09:00:00.000Z',
});
const names = new Map([
  ['source', 'example.com'],
  ['key', 'Shop'],
  ['conversation', 'Ana'],
]);
const said = (type: string, data: AuditEvent['data']) => sentenceOf(event(type, data), names).join('');

describe('The sentence of an event', () => {
  it.each([
    ['ChatbotConfigured', { chatbotId: 'bot', welcomeMessage: 'Hi' }, 'Welcome message changed'],
    ['ChatbotConfigured', { chatbotId: 'bot', name: 'A', theme: {} }, 'Name and colours changed'],
    [
      'ChatbotConfigured',
      { name: 'A', theme: {}, persona: '', tone: '', systemPrompt: '' },
      'Name, colours, persona and 2 other settings changed',
    ],
    ['WidgetKeyRevoked', { keyId: 'key' }, 'Key Shop revoked'],
    ['DataSourceDeleted', { sourceId: 'source' }, 'example.com deleted'],
    [
      'IngestionCompleted',
      { sourceId: 'source', pageCount: 12, chunkCount: 1 },
      'example.com read: 12 pages, 1 passage',
    ],
    ['IngestionFailed', { sourceId: 'other', reason: 'No text' }, 'A source could not be read: No text'],
    [
      'IngestionFailed',
      { sourceId: 'source', reason: 'URL is not allowed' },
      'example.com could not be read: This address is not on the public internet',
    ],
    ['SessionTakenOver', { conversationId: 'conversation' }, 'Conversation with Ana taken over'],
    ['MessageRated', { conversationId: 'conversation', feedback: 'negative' }, 'Ana rated an answer not helpful'],
    ['MessageRated', { conversationId: 'other', feedback: null }, 'A visitor took a rating back'],
    ['AnswerGiven', { conversationId: 'other', content: '**Nine** [1].' }, 'Answer to a visitor: Nine.'],
    ['QuestionAsked', { conversationId: 'conversation', content: '2 > 1 * x?' }, 'Ana asked: 2 > 1 * x?'],
    ['QuestionAsked', { conversationId: 'conversation', content: { erased: true } }, 'Ana asked: erased'],
    [
      'ConversationErased',
      { conversationId: 'other', reason: 'retention' },
      'Conversation with a visitor deleted for its age',
    ],
    ['ChatbotSlotTaken', {}, 'Chatbot counted in your plan'],
    ['EventOfALaterRelease', {}, 'Event of a later release'],
    ['AnswerGiven', null, 'Answer given: this cannot be read'],
  ])('of %s %j is: %s', (type, data, sentence) => {
    expect(said(type, data).trim()).toBe(sentence);
  });

  it('quotes the beginning of a long text, on one line', () => {
    const sentence = said('QuestionAsked', { conversationId: 'conversation', content: `a\n\n${'b'.repeat(5_000)}` });
    expect(sentence).toMatch(/^Ana asked: a b{198}…$/);
  });

  it('keeps words of others in parts of their own', () => {
    const parts = sentenceOf(event('QuestionAsked', { conversationId: 'conversation', content: '{name}' }), names);
    expect(parts).toEqual(['', 'Ana', ' asked: ', '{name}', '']);
  });
});

describe('What an event shows', () => {
  it.each([
    [{ kind: 'account', id: 'me' }, 'You'],
    [{ kind: 'account', id: 'other' }, 'Another account'],
    [{ kind: 'visitor', keyId: 'key' }, 'Visitor'],
    [{ kind: 'system', part: 'ingestion' }, 'Chatledger'],
    [{ kind: 'anonymous' }, 'Unknown'],
    [null, 'Unknown'],
  ])('says who caused it: %j', (actor, name) => {
    expect(actorOf({ ...event('Noted'), actor }, 'me')).toBe(name);
  });

  it('says that the chatbot answered, though a visitor caused it', () => {
    expect(actorOf({ ...event('AnswerGiven'), actor: { kind: 'visitor', keyId: 'key' } }, 'me')).toBe('Chatbot');
  });

  it.each([
    ['', 'none'],
    [null, 'none'],
    [undefined, 'none'],
    [[], 'none'],
    [true, 'Yes'],
    [['a', 'b'], 'a\nb'],
    [{ name: true, email: false }, 'Name: Yes\nEmail: No'],
    [{ erased: true }, 'erased'],
  ])('words the setting %j', (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  it('is chosen by kinds whose events the log has', () => {
    for (const type of KINDS.flatMap(({ types }): readonly string[] => types))
      expect(chatbotEvents.handles).toContain(type);
    expect(spaced('WidgetKeysAdopted')).toBe('Widget keys adopted');
  });
});
