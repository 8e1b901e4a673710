import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { fact } from '../../support/events/facts.ts';
import { conversationStarted, historyOfFile } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('A search of conversations', () => {
  const talk = (id: string, chatbotId: string, ...contents: readonly string[]): DomainEvent[] => [
    conversationStarted(id, `session ${id}`, chatbotId),
    ...contents.map((content, index) =>
      fact(
        'QuestionAsked',
        { messageId: `${id} ${index}`, conversationId: id, chatbotId },
        { sessionId: `session ${id}`, content },
      ),
    ),
  ];
  const search = (words: string, more: object = {}) =>
    history().queries.conversationList.search('bot', { search: words, limit: 50, ...more });
  const found = async (words: string, more: object = {}) =>
    (await search(words, more)).conversations.map(({ id, match }) => [id, match?.messageId]);

  it('finds the newest message with all words, in any case and without accents, newest first', async () => {
    await history().happened(...talk('a', 'bot', 'My RÉSUMÉ is damaged', 'And the parcel?', 'damaged resume, too'));
    await history().happened(...talk('b', 'bot', 'Is the parcel damaged?'), ...talk('c', 'bot', 'Résumé?'));
    expect(await found('damaged')).toEqual([
      ['b', 'b 0'],
      ['a', 'a 2'],
    ]);
    expect(await found('resume DAMAGED')).toEqual([['a', 'a 2']]);
    expect(await found('nowhere')).toEqual([]);
    expect((await search('résumé')).conversations[0]?.match).toEqual({
      messageId: 'c 0',
      role: 'user',
      excerpt: 'Résumé?',
      createdAt: expect.any(String),
    });
  });

  it('finds session ids and contact details beside words of a message', async () => {
    const lead = fact(
      'LeadCaptured',
      { leadId: 'lead', conversationId: 'a' },
      { name: 'Grace', email: 'g@example.com' },
    );
    await history().happened(...talk('a', 'bot', 'Is it damaged?'), lead, ...talk('b', 'bot', 'Is it damaged?'));
    expect(await found('grace damaged')).toEqual([['a', 'a 0']]);
    expect(await found('session example.com')).toEqual([['a', 'a 0']]);
    expect(await found('session grace nobody')).toEqual([]);
  });

  it('skips other chatbots, erased conversations, and those in another state', async () => {
    await history().happened(
      ...talk('a', 'bot', 'damaged'),
      ...talk('b', 'bot', 'damaged'),
      ...talk('c', 'other', 'damaged'),
    );
    await history().happened(fact('HandoffRequested', { conversationId: 'b' }));
    expect(await found('damaged', { handoffRequested: true })).toEqual([['b', 'b 0']]);
    expect(await found('damaged', { takenOver: true })).toEqual([]);
    await history().happened(fact('ConversationErased', { conversationId: 'a' }));
    expect(await found('damaged')).toEqual([['b', 'b 0']]);
  });

  it('continues where a page ends', async () => {
    await history().happened(
      ...talk('a', 'bot', 'damaged'),
      ...talk('b', 'bot', 'damaged'),
      ...talk('c', 'bot', 'damaged'),
    );
    const first = await search('damaged', { limit: 2 });
    expect(first.conversations.map(({ id }) => id)).toEqual(['c', 'b']);
    const second = await search('damaged', { limit: 2, before: first.nextBefore });
    expect([second.conversations.map(({ id }) => id), second.nextBefore]).toEqual([['a'], null]);
  });

  it('shows a conversation once, with its newest match, however many pages there are', async () => {
    await history().happened(
      ...talk('a', 'bot', 'damaged'),
      ...talk('b', 'bot', 'damaged'),
      ...talk('c', 'bot', 'damaged'),
    );
    const more = (id: string, content: string, name: string) =>
      fact('QuestionAsked', { messageId: name, conversationId: id }, { sessionId: `session ${id}`, content });
    await history().happened(more('a', 'damaged, too', 'a again'));
    await history().happened(...Array.from({ length: 60 }, (_, at) => more('a', 'Thanks', `a thanks ${at}`)));
    await history().happened(more('c', 'Hello?', 'c hello'));
    const pages: (readonly [string, string | undefined])[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await search('damaged', { limit: 1, before });
      pages.push(...page.conversations.map(({ id, match }) => [id, match?.messageId] as const));
      before = page.nextBefore;
    }
    expect(pages).toEqual([
      ['a', 'a again'],
      ['c', 'c 0'],
      ['b', 'b 0'],
    ]);
  });

  it('finds what has thousands of newer messages without the words', async () => {
    await history().happened(...talk('b', 'bot', 'damaged'), ...talk('a', 'bot', 'damaged'));
    const thanks = (n: number) =>
      fact(
        'QuestionAsked',
        { messageId: `thanks ${n}`, conversationId: 'a' },
        { sessionId: 'session a', content: 'Hi' },
      );
    await history().happened(...Array.from({ length: 2_100 }, (_, n) => thanks(n)), ...talk('c', 'bot', 'damaged'));
    const ids: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await search('damaged', { limit: 1, before });
      ids.push(...page.conversations.map(({ id }) => id));
      before = page.nextBefore;
    }
    expect(ids).toEqual(['c', 'a', 'b']);
  });

  it('reads fewer messages a page where their characters unfold to many, and goes on behind them', async () => {
    await history().happened(...talk('a', 'bot', 'It is damaged'));
    await history().happened(...talk('b', 'bot', ...Array.from({ length: 120 }, () => 'ﷺ'.repeat(4_000))));
    const first = await search('damaged');
    expect([first.conversations, first.nextBefore]).toEqual([[], expect.any(String)]);
    const second = await search('damaged', { before: first.nextBefore });
    expect(second.conversations.map(({ id }) => id)).toEqual(['a']);
  });

  it('reads 2,000 messages a page', async () => {
    await history().happened(...talk('a', 'bot', 'damaged'));
    await history().happened(...talk('b', 'bot', ...Array.from({ length: 2_000 }, (_, at) => `Question ${at}`)));
    const first = await search('damaged');
    expect(first.conversations).toEqual([]);
    expect(await found('damaged', { before: first.nextBefore })).toEqual([['a', 'a 0']]);
  });
});
