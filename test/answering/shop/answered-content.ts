/** Content that is searched and answered from as in the service, in one process: chunked, indexed, retrieved, extracted. */
import { createOfflineEmbedder } from '../../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../../src/adapters/sqlite/search-index/search-index.ts';
import { type AnswerEvent, answerEvents } from '../../../src/answering/answer-events.ts';
import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import type { AnswerRequest, ConversationTurn } from '../../../src/answering/generators/answer-generator.ts';
import { analysePassage } from '../../../src/text/analysis/analyse.ts';
import { chunkDocument } from '../../../src/text/chunking/chunk-document.ts';
import type { ReadDocument } from '../../../src/text/document.ts';
import { passageId, searchedText } from '../../../src/text/passage.ts';

const never = new AbortController().signal;

type Answered = Extract<AnswerEvent, { kind: 'complete' }>;

export interface AnsweredContent {
  /** Asks without a language model. */
  ask(
    question: string,
    memory?: readonly ConversationTurn[],
    chatbot?: Partial<AnswerRequest['chatbot']>,
  ): Promise<Answered>;
  readonly passages: number;
  close(): Promise<void>;
}

/** @param directory for the search index */
export async function answeredContent(directory: string, documents: readonly ReadDocument[]): Promise<AnsweredContent> {
  const embedder = createOfflineEmbedder();
  const searchIndex = await openSqliteSearchIndex({
    directory,
    embedderId: embedder.id,
    dimensions: embedder.dimensions,
  });
  const generations: string[] = [];
  let passages = 0;
  for (const [number, document] of documents.entries()) {
    const generation = `g${number}`;
    generations.push(generation);
    const chunks = chunkDocument(document);
    passages += chunks.length;
    const vectors = await embedder.embed(chunks.map(searchedText), never);
    await searchIndex.putPassages(
      chunks.map(({ hash: _hash, ...chunk }, ordinal) => ({
        ...chunk,
        id: passageId(generation, ordinal),
        chatbotId: 'bot',
        sourceId: `s${number}`,
        generation,
        ordinal,
        words: analysePassage(chunk).join(' '),
        vector: vectors[ordinal] ?? new Float32Array(embedder.dimensions),
      })),
    );
  }
  await searchIndex.refresh();
  const deps = { searchIndex, embedder, answerGenerator: extractiveAnswers(), clock: { now: () => Date.now() } };
  const bot = { name: 'Fern & Fig', model: 'gpt-4o-mini', persona: '', tone: '', systemPrompt: '' };
  return {
    passages,
    async ask(question, memory = [], chatbot = {}) {
      const asked = {
        chatbotId: 'bot',
        generations,
        question,
        memory,
        configurationRevision: 0,
        lastMemoryMessageId: null,
        chatbot: { ...bot, humanHandoffEnabled: false, ...chatbot },
      };
      for await (const event of answerEvents(asked, deps, never)) if (event.kind === 'complete') return event;
      throw new Error(`Not answered: ${question}`);
    },
    close: () => searchIndex.close(),
  };
}
