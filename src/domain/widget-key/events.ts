import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { chatbotSubject } from '../key-subjects.ts';
import { Id, Sha256 } from '../schema.ts';

const WidgetKeyGenerated = defineSealedEvent('WidgetKeyGenerated', {
  data: Type.Object({
    keyId: Id,
    chatbotId: Id,
    ownerId: Id,
    /** The secret itself is not stored. */
    secretHash: Sha256,
    keyPrefix: Type.String(),
  }),
  sealed: Type.Object({ label: Type.String(), allowedDomains: Type.Array(Type.String()) }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

const WidgetKeyRevoked = defineEvent('WidgetKeyRevoked', {
  data: Type.Object({ keyId: Id, chatbotId: Id }),
});

/** Active keys of earlier releases, which gave each key a stream of its own. */
const WidgetKeysAdopted = defineEvent('WidgetKeysAdopted', {
  data: Type.Object({ chatbotId: Id, keyIds: Type.Array(Id) }),
});

export const WIDGET_KEY_EVENTS = [WidgetKeyGenerated, WidgetKeyRevoked, WidgetKeysAdopted] as const;
export type WidgetKeyEvent = EventsOf<typeof WIDGET_KEY_EVENTS>;
