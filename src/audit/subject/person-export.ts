/** All that is held about a person, found by email address, phone number or name. */
import type { DomainEvent } from '../../domain/events.ts';
import { logPages } from '../../event-log/log-pages.ts';
import type { RecordedEvent } from '../../event-log/recorded-event.ts';
import type { CollectionDefinition } from '../../ports/documents.ts';
import type { JsonObject, ReadableLog } from '../../ports/event-log.ts';
import { type AccountDocument, accounts } from '../../projections/accounts/projection.ts';
import { type ChatbotDocument, chatbots } from '../../projections/chatbots/projection.ts';
import { eachDocument } from '../../projections/each-document.ts';
import { type MessageDocument, messages } from '../../projections/messages/projection.ts';
import { type SessionDocument, sessions } from '../../projections/sessions/projection.ts';
import { type AuditEvent, auditEvent } from '../event-view.ts';
import type { SubjectDeps } from './conversation-export.ts';
import { exportLead, type LeadExport } from './lead-export.ts';
import type { PersonWords } from './person-words.ts';

export type PersonExport = {
  accounts: AccountExport[];
  /** Visitors who left these details, also when they corrected them since. */
  leads: LeadExport[];
  /** Other places. Content of data sources is not searched. */
  mentions: {
    messages: { chatbotId: string; conversationId: string; messageId: string; role: string; createdAt: string }[];
    /** Fields that hold the details now or held them: the log keeps earlier configurations of a chatbot that exists. */
    configurations: { chatbotId: string; fields: string[] }[];
  };
};

export type AccountExport = {
  account: AccountDocument;
  /** As recorded: registration, changes of name, password and email. */
  events: AuditEvent[];
  chatbots: { id: string; name: string; createdAt: string }[];
  sessions: { id: string; expiresAt: string }[];
};

interface PersonDeps extends SubjectDeps {
  readonly log: SubjectDeps['log'] & Pick<ReadableLog, 'readAll' | 'head'>;
}

/** @param onProgress receives the number of documents and events scanned @throws UnreadableEvent, StoreUnavailable */
export async function exportPerson(
  person: PersonWords,
  deps: PersonDeps,
  onProgress: (scanned: number) => void,
): Promise<PersonExport> {
  const found: PersonExport = { accounts: [], leads: [], mentions: { messages: [], configurations: [] } };
  let scanned = 0;
  const each = async <Document extends JsonObject>(
    collection: CollectionDefinition,
    visit: (document: Document, id: string) => Promise<void> | void,
  ) => {
    for await (const { id, document } of eachDocument<Document>(deps.documents, collection)) {
      await visit(document, id);
      scanned += 1;
      onProgress(scanned);
    }
  };
  await each<AccountDocument>(accounts.collection, async (account) => {
    const isTheirs = person.equals(account.email) || person.equals(account.name);
    if (isTheirs) found.accounts.push(await exportAccount(account, deps));
  });
  const places = new PlacesInLog(person);
  for await (const page of logPages(deps.log, await pastDetails(deps.log))) {
    for (const each of await deps.codec.decode(page.events)) {
      if (!each.ok) throw each.error;
      places.add(each.recorded);
    }
    scanned += page.events.length;
    onProgress(scanned);
  }
  for (const [conversationId, chatbotId] of places.conversations) {
    const lead = await exportLead(chatbotId, conversationId, deps);
    if (lead !== null) found.leads.push(lead);
  }
  for (const [chatbotId, fields] of places.fields) {
    found.mentions.configurations.push({ chatbotId, fields: [...fields] });
  }
  await each<MessageDocument>(messages.collection, ({ chatbotId, conversationId, shown }, messageId) => {
    const { role, createdAt, content } = shown;
    if (person.isIn(content)) found.mentions.messages.push({ chatbotId, conversationId, messageId, role, createdAt });
  });
  return found;
}

const PAGE = 500;

/** Read models hold only the newest details. */
async function pastDetails(log: PersonDeps['log']) {
  const filter = { types: ['LeadCaptured', 'ChatbotCreated', 'ChatbotConfigured'] };
  const head = await log.head();
  return head === null ? { limit: PAGE, filter } : { limit: PAGE, filter, upTo: head };
}

/** Leads and configurations of any time that hold a person's details. Erased ones cannot be read. */
class PlacesInLog {
  readonly #person: PersonWords;
  /** Chatbots, by the conversation of a lead. */
  readonly conversations = new Map<string, string>();
  /** Names of fields, by chatbot. */
  readonly fields = new Map<string, Set<string>>();

  constructor(person: PersonWords) {
    this.#person = person;
  }

  add({ event }: RecordedEvent): void {
    const { type, data } = event as DomainEvent;
    const sealed = 'sealed' in event ? (event.sealed as JsonObject | null) : null;
    if (sealed === null) return;
    if (type === 'LeadCaptured') {
      const isTheirs = Object.values(sealed).some((value) => typeof value === 'string' && this.#person.equals(value));
      if (isTheirs) this.conversations.set(data.conversationId, data.chatbotId);
    } else if (type === 'ChatbotCreated' || type === 'ChatbotConfigured') {
      for (const [field, value] of Object.entries(sealed)) {
        if (this.#person.isIn(value)) this.#addField(data.chatbotId, field);
      }
    }
  }

  #addField(chatbotId: string, field: string): void {
    this.fields.set(chatbotId, (this.fields.get(chatbotId) ?? new Set()).add(field));
  }
}

async function exportAccount(account: AccountDocument, { log, codec, documents }: SubjectDeps): Promise<AccountExport> {
  const stored = await log.readStream(`account-${account.id}`);
  const decoded = await codec.decode(stored);
  const events = stored.flatMap((event, index) => {
    const one = decoded[index];
    return one === undefined ? [] : [auditEvent(event, one)];
  });
  const owned: AccountExport['chatbots'] = [];
  const ofOwner = { where: { ownerId: account.id } };
  for await (const { document } of eachDocument<ChatbotDocument>(documents, chatbots.collection, ofOwner)) {
    const { id, configuration, createdAt } = document;
    owned.push({ id, name: configuration.name, createdAt });
  }
  const open: AccountExport['sessions'] = [];
  const ofAccount = { where: { accountId: account.id } };
  for await (const { id, document } of eachDocument<SessionDocument>(documents, sessions.collection, ofAccount)) {
    open.push({ id, expiresAt: new Date(document.expiresAt).toISOString() });
  }
  return { account, events, chatbots: owned, sessions: open };
}
