/** The rows of an export: one event each, with the ids that analysts group and join by as columns of their own. */
import type { JsonObject, JsonValue } from '../../ports/event-log.ts';
import type { AuditEvent } from '../event-view.ts';

export interface ExportRow {
  /** Order of the log. At most 63 bits. */
  readonly position: bigint;
  readonly recordedAt: Date;
  readonly type: string;
  readonly schemaVersion: number | null;
  readonly stream: string;
  readonly revision: number;
  readonly chatbotId: string | null;
  readonly conversationId: string | null;
  readonly messageId: string | null;
  readonly questionId: string | null;
  readonly sourceId: string | null;
  readonly accountId: string | null;
  /** `account`, `visitor`, `anonymous` or `system`. */
  readonly actorKind: string | null;
  readonly actorId: string | null;
  readonly requestId: string | null;
  /** Some of `data` was erased. */
  readonly isErased: boolean;
  /** Reason why the event cannot be read. */
  readonly unreadable: string | null;
  readonly data: JsonObject | null;
}

/** Names as files show them, in the order of the columns. */
export const EXPORT_COLUMNS: readonly { readonly name: string; readonly field: keyof ExportRow }[] = [
  { name: 'position', field: 'position' },
  { name: 'recorded_at', field: 'recordedAt' },
  { name: 'type', field: 'type' },
  { name: 'schema_version', field: 'schemaVersion' },
  { name: 'stream', field: 'stream' },
  { name: 'revision', field: 'revision' },
  { name: 'chatbot_id', field: 'chatbotId' },
  { name: 'conversation_id', field: 'conversationId' },
  { name: 'message_id', field: 'messageId' },
  { name: 'question_id', field: 'questionId' },
  { name: 'source_id', field: 'sourceId' },
  { name: 'account_id', field: 'accountId' },
  { name: 'actor_kind', field: 'actorKind' },
  { name: 'actor_id', field: 'actorId' },
  { name: 'request_id', field: 'requestId' },
  { name: 'is_erased', field: 'isErased' },
  { name: 'unreadable', field: 'unreadable' },
  { name: 'data', field: 'data' },
];

export function exportRow(event: AuditEvent): ExportRow {
  const { position, recordedAt, type, schemaVersion, stream, revision, requestId, unreadable = null, data } = event;
  const idIn = (field: string) => textOf(data?.[field]);
  const actor: Partial<Record<string, string>> = { ...event.actor };
  return {
    position: BigInt(position),
    recordedAt: new Date(recordedAt),
    type,
    schemaVersion,
    stream,
    revision,
    chatbotId: idIn('chatbotId'),
    conversationId: idIn('conversationId'),
    messageId: idIn('messageId'),
    questionId: idIn('questionId'),
    sourceId: idIn('sourceId'),
    accountId: idIn('accountId') ?? idIn('ownerId'),
    actorKind: actor.kind ?? null,
    actorId: actor.id ?? actor.keyId ?? actor.part ?? null,
    requestId,
    unreadable,
    data,
    isErased: Object.values(data ?? {}).some(isErasure),
  };
}

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);

function isErasure(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && 'erased' in value && value.erased === true;
}
