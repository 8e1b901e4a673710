import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { SourceStatus } from '../../../src/projections/data-sources/queries.ts';
import { fact } from '../../support/events/facts.ts';
import { historyOfFile, sourceIn } from '../../support/projections/history.ts';

const history = historyOfFile();

const created = (chatbotId: string, ownerId = 'ada') => fact('ChatbotCreated', { chatbotId, ownerId });

describe('A chatbot', () => {
  it.each<[string, SourceStatus[]]>([
    ['idle', []],
    ['training', ['done', 'pending']],
    ['training', ['error', 'processing']],
    ['ready', ['done', 'error']],
    ['error', ['error', 'error']],
  ])('is %s with sources that are %j', async (status, statuses) => {
    await history().happened(created('bot'), ...statuses.flatMap((one, n) => sourceIn(one, `s${n}`)));
    const found = await history().queries.chatbots.find('ada', 'bot');
    expect(found).toMatchObject({ revision: 0, chatbot: { status, pageCount: statuses.length * 2 } });
    expect(await history().queries.chatbots.progress('ada', 'bot')).toMatchObject({
      status,
      chunkCount: statuses.length * 3,
    });
  });

  it('is found by its owner alone', async () => {
    await history().happened(created('bot'), created('other', 'eve'));
    expect(await history().queries.chatbots.find('eve', 'bot')).toBeNull();
    expect(await history().queries.chatbots.progress('eve', 'bot')).toBeNull();
    expect(await history().queries.chatbots.owns('eve', 'bot')).toBe(false);
    expect((await history().queries.chatbots.list('eve')).map(({ id }) => id)).toEqual(['other']);
  });

  it('is the same in the list as alone, with its own sources', async () => {
    const into = (chatbotId: string) => (event: DomainEvent) =>
      ({ ...event, data: { ...event.data, chatbotId } }) as DomainEvent;
    await history().happened(created('a'), created('b'), created('c'), created('d', 'eve'));
    await history().happened(...[...sourceIn('done', 'a1'), ...sourceIn('processing', 'a2')].map(into('a')));
    await history().happened(...sourceIn('error', 'b1').map(into('b')));
    const alone = await Promise.all(['a', 'b', 'c'].map((id) => history().queries.chatbots.find('ada', id)));
    expect(await history().queries.chatbots.list('ada')).toEqual(alone.map((found) => found?.chatbot));
    expect(alone.map((found) => found?.chatbot.status)).toEqual(['training', 'error', 'idle']);
  });
});
