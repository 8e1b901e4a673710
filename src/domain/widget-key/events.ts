import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { chatbotSubject, Id, Sha256 } from '../schema.ts';

const WidgetKeyGenerated = defineSealedEvent('WidgetKeyGenerated', {
  data: Type.Object({
    keyId: Id,
    chatbotId: Id,
    ownerId: Id,
    /** Of the whole secret, which nobody keeps. */
    secretHash: Sha256,
    keyPrefix: Type.String(),
  }),
  sealed: Type.Object({ label: Type.String(), allowedDomains: Type.Array(Type.String()) }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

const WidgetKeyRevoked = defineEvent('WidgetKeyRevoked', {
  data: Type.Object({ keyId: Id, chatbotId: Id }),
});

export const widgetKeyEvents = [WidgetKeyGenerated, WidgetKeyRevoked] as const;
export type WidgetKeyEvent = EventsOf<typeof widgetKeyEvents>;
