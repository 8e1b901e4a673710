import { Type } from 'typebox';
import { named } from './common.ts';
import { Feedback } from './conversations.ts';

const SessionId = Type.String({ minLength: 1, maxLength: 128, examples: ['visitor-1'] });

/** The chatbot is the one the key belongs to; what the path says does not matter. */
export const WidgetParams = Type.Object({
  chatbotPublicId: Type.String({ description: "Not looked at: the chatbot is the key's" }),
});

export const VisitorMessage = named('VisitorMessage', {
  sessionId: SessionId,
  message: Type.String({ minLength: 1, maxLength: 4000, examples: ['What are your opening hours?'] }),
  conversationHistory: Type.Optional(
    Type.Array(Type.Object({ role: Type.String({ maxLength: 50 }), content: Type.String({ maxLength: 20_000 }) }), {
      maxItems: 50,
      description: 'Turns of `user` and `assistant`, used only for a session that is new to the server',
    }),
  ),
  leadData: Type.Optional(
    named('LeadData', {
      name: Type.Optional(Type.String({ maxLength: 500 })),
      email: Type.Optional(Type.String({ maxLength: 500 })),
      phone: Type.Optional(Type.String({ maxLength: 500 })),
    }),
  ),
});

export const SessionQuery = Type.Object({ sessionId: SessionId });

export const Rating = named('Rating', {
  sessionId: SessionId,
  messageId: Type.String({ minLength: 1, maxLength: 100 }),
  feedback: Feedback,
});

/** Described by its text: OpenAPI 3.1 has no other way to say what a stream of events holds. */
export const AnswerStream = Type.String({
  description:
    '`token` events `{token}`; then `done` `{sources, sessionId, messageId}`, or `error` `{message}`. Lines that begin with a ' +
    'colon are heartbeats.',
  examples: [
    'event: token\ndata: {"token":"We are open "}\n\nevent: token\ndata: {"token":"every day."}\n\n' +
      'event: token\ndata: {"token":"\\n\\n[SUGGESTIONS] Where are you? | Do you deliver? | Is there parking?"}\n\n' +
      'event: done\ndata: {"sources":[{"title":"Opening hours","url":"https://example.com/hours","snippet":"Open every day"}],' +
      '"sessionId":"visitor-1","messageId":"01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e"}\n\n',
  ],
});
