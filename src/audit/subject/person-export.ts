/** All that is held about a person, found by email address: as an account, as a lead, and as a mention. */
import type { CollectionDefinition } from '../../ports/documents.ts';
import type { JsonObject } from '../../ports/event-log.ts';
import { type AccountDocument, accounts } from '../../projections/accounts/projection.ts';
import { type ChatbotDocument, chatbots } from '../../projections/chatbots/projection.ts';
import { eachDocument } from '../../projections/each-document.ts';
import { type LeadDocument, leads } from '../../projections/leads/projection.ts';
import { type MessageDocument, messages } from '../../projections/messages/projection.ts';
import { type SessionDocument, sessions } from '../../projections/sessions/projection.ts';
import { type AuditEvent, auditEvent } from '../event-view.ts';
import type { SubjectDeps } from './conversation-export.ts';
import { exportLead, type LeadExport } from './lead-export.ts';

export type PersonExport = {
  email: string;
  accounts: AccountExport[];
  /** Visitors who left the address, with their conversations. */
  leads: LeadExport[];
  /** Other places of the address. Content of data sources is not searched. */
  mentions: {
    messages: { chatbotId: string; conversationId: string; messageId: string; role: string; createdAt: string }[];
    /** Names of the fields. */
    configurations: { chatbotId: string; fields: string[] }[];
  };
};

export type AccountExport = {
  account: AccountDocument;
  /** Registration, changes of name and password, email: as recorded. */
  events: AuditEvent[];
  chatbots: { id: string; name: string; createdAt: string }[];
  sessions: { id: string; expiresAt: string }[];
};

/** @param onProgress receives the number of documents scanned @throws UnreadableEvent, StoreUnavailable */
export async function exportPerson(
  email: string,
  deps: SubjectDeps,
  onProgress: (scanned: number) => void,
): Promise<PersonExport> {
  const wanted = email.toLowerCase();
  const found: PersonExport = { email, accounts: [], leads: [], mentions: { messages: [], configurations: [] } };
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
    if (account.email.toLowerCase() === wanted) found.accounts.push(await exportAccount(account, deps));
  });
  await each<LeadDocument>(leads.collection, async (lead) => {
    const exported =
      lead.email?.toLowerCase() === wanted ? await exportLead(lead.chatbotId, lead.conversationId, deps) : null;
    if (exported !== null) found.leads.push(exported);
  });
  await each<ChatbotDocument>(chatbots.collection, ({ id: chatbotId, configuration }) => {
    const holding = Object.entries(configuration).filter(([, value]) => mentions(value, wanted));
    if (holding.length > 0) found.mentions.configurations.push({ chatbotId, fields: holding.map(([field]) => field) });
  });
  await each<MessageDocument>(messages.collection, ({ chatbotId, conversationId, shown }, messageId) => {
    const { role, createdAt, content } = shown;
    if (mentions(content, wanted))
      found.mentions.messages.push({ chatbotId, conversationId, messageId, role, createdAt });
  });
  return found;
}

const mentions = (value: unknown, wanted: string): boolean =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase().includes(wanted);

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
