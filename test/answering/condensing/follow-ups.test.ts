/** Measures fifty follow-up questions, half of them self-contained: whether their answers are found, and how many calls of the model that takes. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../../src/adapters/sqlite/search-index/search-index.ts';
import { dependsOnConversation } from '../../../src/answering/condensing/depends-on-conversation.ts';
import type { ConversationTurn } from '../../../src/answering/generators/answer-generator.ts';
import { modelAnswers } from '../../../src/answering/model-answers.ts';
import { rankPassages } from '../../../src/answering/retrieval/rank-passages.ts';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { analysePassage } from '../../../src/text/analysis/analyse.ts';
import { directoryOfFile } from '../../support/temporary-directory.ts';

interface FollowUp {
  readonly language: string;
  /** Turns of the visitor and the assistant. */
  readonly before: readonly [string, string];
  readonly question: string;
  readonly isDependent: boolean;
  /** The question as a good model would condense it. */
  readonly standalone: string;
  /** Id of the content that answers it. */
  readonly answers: string;
}

const { content, followUps } = JSON.parse(
  readFileSync(new URL('fixtures/follow-ups.json', import.meta.url), 'utf8'),
) as {
  readonly content: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  readonly followUps: readonly FollowUp[];
};
const never = new AbortController().signal;

const memoryOf = ({ before: [asked, answered] }: FollowUp): readonly ConversationTurn[] => [
  { role: 'user', content: asked },
  { role: 'assistant', content: answered },
];

describe('Follow-up questions', () => {
  const embedder = createOfflineEmbedder();
  const directory = directoryOfFile();
  let searchIndex: SearchIndex;
  beforeAll(async () => {
    searchIndex = await openSqliteSearchIndex({
      directory,
      embedderId: embedder.id,
      dimensions: embedder.dimensions,
    });
    const vectors = await embedder.embed(
      content.map(({ title, text }) => `${title}\n${text}`),
      never,
    );
    await searchIndex.putPassages(
      content.map(({ id, title, text }, ordinal) => ({
        id,
        chatbotId: 'bot',
        sourceId: 's',
        generation: 'g',
        ordinal,
        title,
        url: null,
        headings: [],
        text,
        words: analysePassage({ title, headings: [], text }).join(' '),
        vector: vectors[ordinal] ?? new Float32Array(embedder.dimensions),
      })),
    );
    await searchIndex.refresh();
  });
  afterAll(() => searchIndex.close());

  /** Questions whose answer is found first, and among the first three. */
  async function found(searchedFor: readonly string[]) {
    const ranks = await Promise.all(
      searchedFor.map(async (question, at) => {
        const request = { chatbotId: 'bot', generations: ['g'], question };
        const { fused } = await rankPassages(request, { searchIndex, embedder }, never);
        return fused.ids.indexOf(followUps[at]?.answers ?? '');
      }),
    );
    const upTo = (rank: number) => ranks.filter((one) => one >= 0 && one < rank).length;
    return { first: upTo(1), amongThree: upTo(3) };
  }

  it('are condensed where they depend on the conversation, and searched for as they are elsewhere', () => {
    const wrong = followUps.filter((one) => dependsOnConversation(one.question, memoryOf(one)) !== one.isDependent);
    expect(wrong.map(({ question }) => question)).toEqual(['The price per kilo, please?', 'Ab welchem Alter denn?']);
  });

  it('find as much with half of the calls', async () => {
    let calls = 0;
    const model = modelAnswers({
      stream: () => {
        throw new Error('Nothing is answered here');
      },
      async complete(messages) {
        calls += 1;
        const asked = messages.at(-1)?.content ?? '';
        const one = followUps.find(({ question, before }) => asked.includes(before[0]) && asked.includes(question));
        return one?.standalone ?? '';
      },
    });
    const condensed = await Promise.all(
      followUps.map((one) => model.condense(one.question, memoryOf(one), never, 'gpt-4o-mini')),
    );
    const [always, ruled, asAsked] = await Promise.all([
      found(followUps.map(({ standalone }) => standalone)),
      found(condensed),
      found(followUps.map(({ question }) => question)),
    ]);
    expect({ always, ruled, asAsked, calls }).toEqual({
      always: { first: 49, amongThree: 50 },
      ruled: { first: 49, amongThree: 50 },
      asAsked: { first: 45, amongThree: 47 },
      calls: 23,
    });
  });
});
