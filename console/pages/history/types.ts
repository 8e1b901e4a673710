import type { Chatbot, Conversation, DataSource, Satisfaction, WidgetKey } from '../../api/types.ts';

export interface Erased {
  readonly erased: true;
}

export interface AuditEvent {
  readonly position: string;
  readonly type: string;
  /** `null` when the event cannot be read; `unreadable` says why. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly unreadable?: string | undefined;
  readonly actor: Readonly<Record<string, unknown>> | null;
  readonly recordedAt: string;
}

export interface AuditEventPage {
  readonly events: readonly AuditEvent[];
  readonly nextAfter: string | null;
}

type MaybeErased<Shown> = Shown & { readonly erased?: true | undefined };

export interface ChatbotState {
  /** The last event that counts. */
  readonly at: { readonly recordedAt: string } | null;
  readonly configuration: MaybeErased<Chatbot> | null;
  readonly sources: readonly MaybeErased<DataSource>[];
  readonly keys: readonly Omit<WidgetKey, 'usageCount' | 'lastUsedAt'>[];
  readonly satisfaction: Satisfaction;
  readonly conversations: readonly MaybeErased<
    Omit<Conversation, 'lead'> & { readonly lead: Conversation['lead'] | Erased }
  >[];
  readonly nextAfter: string | null;
  readonly missing: readonly unknown[];
}
