/**
 * Decides erasures again in a restored log, so that the log records them, read models follow, and email addresses are free again.
 */
import type { KeyObject } from 'node:crypto';
import { uuidV7Ids } from '../../adapters/system/ids.ts';
import { AccountCommands } from '../../commands/accounts.ts';
import { ChatbotCommands } from '../../commands/chatbots.ts';
import { DataSourceCommands } from '../../commands/data-sources.ts';
import { CommandExecutor } from '../../commands/execute.ts';
import { chatbot } from '../../domain/chatbot/chatbot.ts';
import { conversation } from '../../domain/conversation/conversation.ts';
import { EventCodec } from '../../event-log/codec.ts';
import { derivedId } from '../../event-log/event-id.ts';
import { type CommandContext, EventStore } from '../../event-log/event-store.ts';
import { KeyedHash } from '../../event-log/keyed-hash.ts';
import { logPages } from '../../event-log/log-pages.ts';
import type { EventLog, JsonObject, StoredEvent } from '../../ports/event-log.ts';
import type { KeySubject, Keys } from '../../ports/keys.ts';

const PAGE = 1_000;
const SUBJECT = /^(account|chatbot):([^/]+)(?:\/(lead|source|conversation):(.+))?$/;

interface ErasureStores {
  readonly log: EventLog;
  readonly keys: Keys;
  readonly masterKey: KeyObject;
  readonly now: () => number;
}

/** Subjects whose aggregates are not in the log, or are erased in it, change nothing. */
export async function repeatErasuresInLog(
  subjects: readonly KeySubject[],
  { log, keys, masterKey, now }: ErasureStores,
) {
  const clock = { now };
  const executor = new CommandExecutor(new EventStore(log, new EventCodec(keys), clock));
  const ids = uuidV7Ids;
  const chatbots = new ChatbotCommands({ executor, keys, planLimit: 0 });
  const dataSources = new DataSourceCommands({ executor, keys });
  // The owner gave the password when the account was deleted.
  const passwords = { hash: async () => '', verify: async () => true };
  const accounts = new AccountCommands({
    executor,
    passwords,
    keyedHash: await KeyedHash.open(keys, masterKey),
    ids,
    keys,
    chatbots,
  });
  const streams = await conversationsOf(subjects, log);
  const restored = ids.next();
  for (const subject of subjects) {
    const commandId = derivedId(restored, subject);
    const context: CommandContext = { commandId, actor: { kind: 'system', part: 'restore' }, at: now() };
    const [, , owner = '', part, id = ''] = SUBJECT.exec(subject) ?? [];
    if (subject.startsWith('account:')) await accounts.delete(owner, '', context);
    else if (part === undefined) await deleteChatbot(owner, context);
    else if (part === 'source') await dataSources.delete(owner, id, context);
    else await eraseOfConversation(part, id, context);
  }

  async function deleteChatbot(chatbotId: string, context: CommandContext): Promise<void> {
    const state = await executor.stateOf(chatbot, chatbotId);
    if (state.kind === 'live') await chatbots.delete(state.ownerId, chatbotId, context);
  }

  async function eraseOfConversation(part: string, id: string, context: CommandContext): Promise<void> {
    const stream = streams.get(`${part}:${id}`);
    if (stream === undefined) return;
    if (part === 'lead') {
      await executor.execute(conversation, stream, { type: 'DeleteLead', leadId: id }, context);
      return;
    }
    const erasure = { conversationId: id, reason: 'retention', seen: null } as const;
    await executor.execute(conversation, stream, { type: 'EraseConversation', ...erasure }, context);
  }
}

/** Maps `lead:<id>` and `conversation:<id>` to the stream's id, which is a hash that neither tells. */
async function conversationsOf(subjects: readonly KeySubject[], log: EventLog): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(subjects.flatMap((subject) => /\/((?:lead|conversation):.+)$/.exec(subject)?.[1] ?? []));
  const streams = new Map<string, string>();
  const filter = { types: ['ConversationStarted', 'LeadCaptured'] };
  if (wanted.size === 0) return streams;
  for await (const page of logPages(log, { limit: PAGE, filter })) {
    for (const event of page.events) {
      for (const part of partsOf(event).filter((each) => wanted.has(each)))
        streams.set(part, event.stream.slice(`${conversation.category}-`.length));
    }
    if (streams.size === wanted.size) break;
  }
  return streams;
}

function partsOf({ data }: StoredEvent): readonly string[] {
  const { leadId, conversationId } = data as Partial<JsonObject>;
  return [`lead:${leadId}`, `conversation:${conversationId}`];
}
