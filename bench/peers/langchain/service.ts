/**
 * A chatbot as LangChain.js documents it: passages in a memory vector store, a retriever that condenses the question when there is
 * a history, and the answer streamed by Fastify. Nothing is durable. In a process of its own; it is told the passages.
 */
import { createStuffDocumentsChain } from '@langchain/classic/chains/combine_documents';
import { createHistoryAwareRetriever } from '@langchain/classic/chains/history_aware_retriever';
import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory';
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { ChatPromptTemplate, MessagesPlaceholder } from '@langchain/core/prompts';
import { RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import Fastify from 'fastify';

const configuration = { baseURL: process.argv[2] ?? '' };
const llm = new ChatOpenAI({ model: 'gpt-4o-mini', temperature: 0.2, apiKey: 'none', configuration });
const embeddings = new OpenAIEmbeddings({ model: 'text-embedding-3-small', apiKey: 'none', configuration });
const vectorStore = new MemoryVectorStore(embeddings);

const rephrasePrompt = ChatPromptTemplate.fromMessages([
  ['system', 'Rewrite the latest question so that it can be understood without the conversation. Do not answer it.'],
  new MessagesPlaceholder('chat_history'),
  ['human', '{input}'],
]);
const prompt = ChatPromptTemplate.fromMessages([
  ['system', 'Answer the question from this context only. Say so when you do not know.\n\n{context}'],
  new MessagesPlaceholder('chat_history'),
  ['human', '{input}'],
]);
const retriever = await createHistoryAwareRetriever({ llm, retriever: vectorStore.asRetriever(), rephrasePrompt });
const combineDocuments = await createStuffDocumentsChain({ llm, prompt });
// `createRetrievalChain` of this version passes a history-aware retriever the question alone, without its history.
const chain = RunnableSequence.from([
  RunnablePassthrough.assign({ context: retriever }),
  RunnablePassthrough.assign({ answer: combineDocuments }),
]);

const histories = new Map<string, BaseMessage[]>();
const app = Fastify();

app.post<{ Body: { sessionId: string; message: string } }>('/message', async ({ body }, reply) => {
  const { sessionId, message } = body;
  const history = histories.get(sessionId) ?? [];
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  let answer = '';
  try {
    for await (const part of await chain.stream({ input: message, chat_history: history })) {
      if (part.answer === undefined || part.answer === '') continue;
      answer += part.answer;
      reply.raw.write(`event: token\ndata: ${JSON.stringify({ token: part.answer })}\n\n`);
    }
  } catch (error) {
    console.error(error);
    reply.raw.destroy();
    return;
  }
  histories.set(sessionId, [...history, new HumanMessage(message), new AIMessage(answer)]);
  reply.raw.end('event: done\ndata: {}\n\n');
});

process.once('message', async (passages: readonly string[]) => {
  await vectorStore.addDocuments(passages.map((pageContent) => ({ pageContent, metadata: {} })));
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
});
// The parent may have been killed.
process.on('disconnect', () => process.exit());
