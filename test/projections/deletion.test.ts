import { describe, expect, it } from 'vitest';
import { allProjections } from '../../src/projections/all.ts';
import { EVIDENCE } from '../support/events/evidence.ts';
import { idOf, sha256Of } from '../support/fixtures.ts';
import { type Node, newCommand, nodeOn, valueOrThrow } from '../support/inside.ts';
import { modelsOf, openReadSide, type ReadSide, startEngine } from '../support/projections/read-models.ts';

const content = {
  sourceUrl: 'https://example.com/',
  title: null,
  fileName: null,
  contentHash: null,
  contentType: null,
};
const report = {
  pageCount: 1,
  chunkCount: 1,
  siteType: null,
  sparseContent: false,
  crawl: null,
  manifestHash: sha256Of('m'),
  sitemapUrl: null,
  skippedUrls: [],
};

/** A chatbot with all that one can have: a source that was read, a key, a conversation with an answer, a rating and a lead. */
async function fullChatbot(node: Node, ownerId: string, name: string): Promise<string> {
  const { chatbots, dataSources, widgetKeys, conversations } = node;
  const { chatbotId } = valueOrThrow(await chatbots.create(ownerId, name, newCommand()));
  await chatbots.configure(ownerId, chatbotId, { changes: { autoRefreshSchedule: 'daily' } }, newCommand());
  const sourceId = idOf(`source of ${name}`);
  const source = { sourceId, sourceType: 'url', isRecursive: false, ...content } as const;
  valueOrThrow(await dataSources.add(ownerId, chatbotId, source, newCommand()));
  await dataSources.startRun({ sourceId, generation: 1 }, { name: '1', stepsKept: 0 }, newCommand());
  await dataSources.completeRun({ sourceId, generation: 1, attempt: 1 }, report, newCommand());
  const label = { label: 'Shop', allowedDomains: ['*'] };
  const { keyId } = valueOrThrow(await widgetKeys.generate(ownerId, chatbotId, label, newCommand()));
  const session = { chatbotId, sessionId: 'visitor' };
  const lead = { email: 'visitor@example.com' };
  const question = { messageId: idOf(`question of ${name}`), keyId, content: 'When do you open?', lead };
  const { questionId } = valueOrThrow(await conversations.askQuestion(session, question, newCommand()));
  const messageId = idOf(`answer of ${name}`);
  const said = {
    content: 'At nine.',
    sources: [],
    suggestions: [],
    condensedQuestion: 'q',
    partial: false,
    evidence: EVIDENCE,
  };
  await conversations.recordAnswer(session, { messageId, questionId, ...said }, newCommand());
  await conversations.rateMessage(session, { messageId, feedback: 'positive' }, newCommand());
  return chatbotId;
}

/** Read models that name the chatbot. */
async function traces({ documents }: ReadSide, chatbotId: string): Promise<readonly string[]> {
  const models = await modelsOf(documents, allProjections);
  return Object.keys(models).filter((name) => JSON.stringify(models[name]).includes(chatbotId));
}

describe('a chatbot that is deleted', () => {
  it('is gone from every read model but the index of its history, with all that belonged to it; the others stay', async () => {
    const side = await openReadSide();
    const { engine } = await startEngine(side, allProjections);
    const node = nodeOn(side);
    const person = { email: 'ada@example.com', name: 'Ada', password: 'password' };
    const { accountId } = valueOrThrow(await node.accounts.register(person, newCommand()));
    const [doomed, spared] = [await fullChatbot(node, accountId, 'a'), await fullChatbot(node, accountId, 'b')];
    await engine.waitFor(await side.log.head());
    // All read models, also future ones, except those without chatbots.
    const everywhere = allProjections
      .map(({ collection }) => collection.name)
      .filter((name) => name !== 'accounts' && name !== 'sessions');
    expect(await traces(side, doomed)).toEqual(everywhere);
    // The log and its index outlive the chatbot. The index holds no content.
    const history = 'chatbot_events';

    const deleted = await node.chatbots.delete(accountId, doomed, newCommand());
    await engine.waitFor(deleted.position);
    expect(await traces(side, doomed)).toEqual([history]);
    expect(await traces(side, spared)).toEqual(everywhere);
  });
});
