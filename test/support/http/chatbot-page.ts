/** A chatbot and a page with its widget, and what their visitors said. */
import type { Message, MessagePage } from '../../../src/projections/messages/queries.ts';
import type { ApiResponse, Owner, TestService, Widget } from './service.ts';

export interface ChatbotPage {
  readonly owner: Owner;
  readonly chatbotId: string;
  readonly widget: Widget;
}

/** The page of a shop whose chatbot knows its opening hours. */
export async function shopPage(service: TestService): Promise<ChatbotPage> {
  const owner = await service.owner();
  const { chatbotId, widget } = await newPage(owner, { systemPrompt: 'Be secret.', description: 'internal' });
  await owner.text(chatbotId, 'Hours', 'We are open from nine to five. Parking is free for all customers.');
  return { owner, chatbotId, widget };
}

/** The page of a chatbot without content. @param changes of its configuration */
export async function newPage(owner: Owner, changes: object = {}): Promise<ChatbotPage> {
  const { id: chatbotId } = await owner.chatbot(changes);
  return { owner, chatbotId, widget: await owner.widget(chatbotId) };
}

/** A session that no other test has. */
export const newSession = (): string => `visitor-${crypto.randomUUID()}`;

/** Messages of a session, as its visitor reads them. */
export async function sessionHistory(widget: Widget, sessionId: string): Promise<readonly Message[]> {
  const path = `/history?sessionId=${encodeURIComponent(sessionId)}`;
  return (await widget.call<{ messages: Message[] }>('GET', path)).data.messages;
}

/** Messages of all visitors, as the owner reads them. @param query such as `?limit=2` */
export const ownerHistory = (owner: Owner, chatbotId: string, query = ''): Promise<ApiResponse<MessagePage>> =>
  owner.call<MessagePage>('GET', `/chatbots/${chatbotId}/history${query}`);

export const questionsIn = ({ messages }: MessagePage): readonly string[] =>
  messages.filter(({ role }) => role === 'user').map(({ content }) => content);
