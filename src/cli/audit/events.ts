import { type AuditEvent, auditEvent } from '../../audit/event-view.ts';
import { logPages, streamPages } from '../../event-log/log-pages.ts';
import type { JsonObject, Position, ReadableLog, StoredEvent } from '../../ports/event-log.ts';
import { ConversationQueries } from '../../projections/conversations/queries.ts';
import {
  type AuditCommand,
  type AuditContext,
  countOption,
  OK,
  parseOptions,
  positionOption,
  timeOption,
  UsageError,
} from './command.ts';
import { JsonLines, Progress } from './output.ts';
import { requireChatbot, requireEventTypes, requireOrder, requireReached, requireStream } from './validate-options.ts';

const PAGE = 500;

export interface Wanted {
  readonly types: readonly string[] | null;
  readonly stream: string | null;
  readonly chatbot: string | null;
  /** Id of a conversation. */
  readonly conversation: string | null;
  /** Epoch milliseconds, both inclusive. */
  readonly from: number | null;
  readonly to: number | null;
  readonly after: Position | null;
  readonly limit: number;
}

export const eventsCommand: AuditCommand = {
  usage: `npm run audit -- events [options]

  --type TYPE        only events of this type; may be repeated
  --stream NAME      only events of this stream
  --chatbot ID       only events of this chatbot
  --session ID       only events of this visitor's session; needs --chatbot
  --from TIME        only events recorded at or after this time
  --to TIME          only events recorded at or before this time
  --after POSITION   only events after this position
  --limit COUNT      at most so many events

A TIME is 2026-11-22 or 2026-11-22T10:00:00Z. Each line is one event: position, stream, revision, type, schemaVersion, data, actor,
requestId, recordedAt. What was erased is {"erased": true}. An event that cannot be read has "data": null and a reason in "unreadable".`,
  parse(args) {
    const values = parseOptions(args, {
      type: { type: 'string', multiple: true },
      stream: { type: 'string' },
      chatbot: { type: 'string' },
      session: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      after: { type: 'string' },
      limit: { type: 'string' },
    });
    const wanted: Wanted = {
      types: values.type ?? null,
      stream: values.stream ?? null,
      chatbot: values.chatbot ?? null,
      conversation: null,
      from: timeOption('from', values.from),
      to: timeOption('to', values.to),
      after: positionOption('after', values.after),
      limit: countOption('limit', values.limit) ?? Number.POSITIVE_INFINITY,
    };
    requireEventTypes(wanted.types ?? []);
    requireOrder(wanted);
    const { session } = values;
    if (session !== undefined && wanted.chatbot === null) throw new UsageError('--session needs --chatbot ID');
    return async (context) => {
      await requireKnown(wanted, context);
      const conversation = await conversationOf(wanted.chatbot, session, context);
      await printEvents({ ...wanted, conversation }, context);
      return OK;
    };
  },
};

/** @throws Error when it names a stream, chatbot or position that the log does not know */
export async function requireKnown(wanted: Wanted, { log }: AuditContext): Promise<void> {
  const { stream, chatbot, after } = wanted;
  if (stream !== null) await requireStream(stream, log);
  if (chatbot !== null) await requireChatbot(chatbot, log);
  if (after !== null) await requireReached('after', after, log);
}

/** @throws Error when the chatbot has no such session, or it is erased */
async function conversationOf(chatbotId: string | null, session: string | undefined, context: AuditContext) {
  if (chatbotId === null || session === undefined) return null;
  const conversation = await new ConversationQueries(context.openDocuments()).bySession(chatbotId, session);
  if (conversation === null) throw new Error(`Chatbot ${chatbotId} has no session ${session}, or it was erased`);
  return conversation.id;
}

async function printEvents(wanted: Wanted, context: AuditContext): Promise<void> {
  const lines = new JsonLines();
  const progress = new Progress();
  let printed = 0;
  try {
    for await (const page of pagesOf(wanted, context.log)) {
      const shown = (await viewedEvents(page, wanted, context)).slice(0, wanted.limit - printed);
      for (const event of shown) await lines.write(event);
      printed += shown.length;
      if (printed === wanted.limit) return;
      // A reader of a terminal or pipe sees what was found before the next page.
      await lines.flush();
      progress.report(() => `${printed} events printed, at position ${page.at(-1)?.position ?? 'the start'}`);
    }
  } finally {
    progress.end();
    await lines.flush();
  }
}

export async function viewedEvents(
  page: readonly StoredEvent[],
  wanted: Wanted,
  { codec }: AuditContext,
): Promise<AuditEvent[]> {
  const kept = page.filter((event) => isWanted(event, wanted));
  const decoded = await codec.decode(kept);
  return kept.flatMap((stored, index) => {
    const each = decoded[index];
    return each === undefined ? [] : [auditEvent(stored, each)];
  });
}

function isWanted(event: StoredEvent, { types, chatbot, conversation, from, to, after }: Wanted): boolean {
  const { chatbotId, conversationId } = (event.data as Partial<JsonObject> | null) ?? {};
  return (
    (types === null || types.includes(event.type)) &&
    (chatbot === null || chatbotId === chatbot) &&
    (conversation === null || conversationId === conversation) &&
    (from === null || event.recordedAt >= from) &&
    (to === null || event.recordedAt <= to) &&
    (after === null || event.position > after)
  );
}

export async function* pagesOf(
  { types, stream, after }: Wanted,
  log: ReadableLog,
): AsyncGenerator<readonly StoredEvent[]> {
  if (stream !== null) yield* streamPages(log, stream, PAGE);
  else yield* pagesOfLog(types, after, log);
}

/** Ends at the head that the log had at the beginning, so that a busy service does not keep an audit running. */
async function* pagesOfLog(
  types: readonly string[] | null,
  after: Position | null,
  log: ReadableLog,
): AsyncGenerator<readonly StoredEvent[]> {
  const head = await log.head();
  if (head === null) return;
  const filter = types === null ? {} : { types };
  for await (const { events } of logPages(log, { after, upTo: head, limit: PAGE, filter })) yield events;
}
