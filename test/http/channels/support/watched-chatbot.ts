import type { Message } from '../../../../src/projections/messages/queries.ts';
import type { Owner, Widget } from '../../../support/http/service.ts';

/** A chatbot that asks for contact details and may hand over to a human. */
export interface WatchedChatbot {
  readonly id: string;
  readonly widget: Widget;
  /** A new session, in which something was asked. */
  session(): Promise<string>;
  takeOver(sessionId: string): Promise<unknown>;
  release(sessionId: string): Promise<unknown>;
  /** Writes in the chatbot's place. */
  write(sessionId: string, message: string): Promise<Message>;
}

const LEADS = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true, phone: true } };

export async function watchedChatbot(owner: Owner): Promise<WatchedChatbot> {
  const { id } = await owner.chatbot({ humanHandoffEnabled: true, ...LEADS });
  const widget = await owner.widget(id);
  const on = (sessionId: string, what: string) => `/chatbots/${id}/sessions/${sessionId}/${what}`;
  return {
    id,
    widget,
    async session() {
      const sessionId = crypto.randomUUID();
      await widget.ask(sessionId, 'When are you open?');
      return sessionId;
    },
    takeOver: (sessionId) => owner.call('POST', on(sessionId, 'takeover')),
    release: (sessionId) => owner.call('DELETE', on(sessionId, 'takeover')),
    write: async (sessionId, message) =>
      (await owner.call<{ message: Message }>('POST', on(sessionId, 'messages'), { body: { message } })).data.message,
  };
}
