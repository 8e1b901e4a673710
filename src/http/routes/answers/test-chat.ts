import type { TestChatAnswer, TestChatEvent } from '../../../answering/test-chat-answers.ts';
import { explainTestChat } from '../../../audit/explain/explain-test-chat.ts';
import { chatbotSubject } from '../../../domain/key-subjects.ts';
import type { App } from '../../app-types.ts';
import type { AnswerInterrupts } from '../../channels/answer-interrupts.ts';
import { abortOnDisconnect } from '../../client-disconnect.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { prefersEventStream } from '../../prefers-event-stream.ts';
import { onResponseClose } from '../../response-close.ts';
import { ChatbotParams } from '../../schemas/common.ts';
import { TestAnswer, TestAnswerStream, TestQuestion } from '../../schemas/test-chat.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';
import type { AnswerStreams, StreamedEvent } from './answer-streams.ts';
import { turnsFromPage } from './page-history.ts';

const chat = operation({
  id: 'testChat',
  tag: 'Chatbots',
  access: 'session',
  summary: 'Test a chatbot',
  description:
    'Answers as a visitor would be answered, and records nothing: no conversation, no rating, and no message of the monthly quota. Returns the answer in ' +
    'one piece. With `Accept: text/event-stream` it is streamed instead, with an `explanation` event that says why the answer is what it is.',
  params: ChatbotParams,
  body: TestQuestion,
  success: { 200: TestAnswer },
  stream: TestAnswerStream,
  errors: ['CHATBOT_NOT_FOUND', 'TOO_MANY_REQUESTS', 'GENERATION_FAILED'],
});

interface TestChatDeps extends Pick<HttpDeps, 'queries' | 'chat'> {
  readonly streams: AnswerStreams;
  readonly interrupts: AnswerInterrupts;
}

export async function testChatRoutes(app: App, { queries, chat: asked, streams, interrupts }: TestChatDeps) {
  // A test chat records nothing, so it counts as a read.
  const options = { schema: chat, sse: 'manual', config: { accountRate: 'owner-reads' } } as const;
  app.post('/chatbots/:id/chat', options, async (request, reply) => {
    const owner = ownerId(request);
    const { id: chatbotId } = request.params;
    const { message, conversationHistory = [] } = request.body;
    await app.rateLimiter.take(reply, 'chat', owner);
    await requireOwnChatbot(queries, owner, chatbotId);
    const disconnect = abortOnDisconnect(reply);
    onResponseClose(reply.raw, interrupts.watch({ chatbotId, sessionId: null, keyId: null, disconnect }).end);
    const question = { chatbotId, message, history: turnsFromPage(conversationHistory) };
    const answer = await asked.askAsOwner(question, disconnect.signal);
    if (!answer.ok) throw rejectionError(answer.rejection);
    // The answer quotes the chatbot's content, so a stored response ends with it.
    request.idempotency?.setSubject(chatbotSubject(chatbotId));
    if (!prefersEventStream(request.headers.accept)) {
      const { response, sources, suggestions } = await completeAnswer(answer.value);
      return success({ response, sources: [...sources], suggestions: [...suggestions] });
    }
    return streams.send(reply, {
      events: streamOf(answer.value),
      // Nothing is recorded, so there is nothing to wait for.
      whenVisible: async () => undefined,
      disconnect,
      idempotency: request.idempotency,
    });
  });
}

/** @throws ApiError when the model failed */
async function completeAnswer(events: AsyncIterable<TestChatEvent>): Promise<TestChatAnswer> {
  for await (const event of events) if (event.kind === 'complete') return event.answer;
  throw new ApiError('GENERATION_FAILED');
}

async function* streamOf(events: AsyncIterable<TestChatEvent>): AsyncGenerator<StreamedEvent> {
  for await (const event of events) {
    if (event.kind === 'token') yield event;
    else if (event.kind === 'failed') yield { kind: 'error' };
    else {
      const { sources, suggestions } = event.answer;
      yield { kind: 'explanation', explanation: explainTestChat(event.answer) };
      yield { kind: 'test-chat-done', sources, suggestions };
    }
  }
}
