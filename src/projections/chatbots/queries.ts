import type { ChatbotConfiguration } from '../../domain/chatbot/configuration.ts';
import type { StoredImage } from '../../domain/chatbot/images.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import { type DataSourceQueries, NO_SOURCES, type SourceTotals } from '../data-sources/queries.ts';
import { findAll } from '../each-document.ts';
import { type ChatbotDocument, chatbots } from './projection.ts';

type ChatbotStatus = 'idle' | 'training' | 'ready' | 'error';

export type Chatbot = ChatbotConfiguration & {
  id: string;
  publicId: string;
  ownerId: string;
  status: ChatbotStatus;
  pageCount: number;
  chunkCount: number;
  vectorCollection: string;
  createdAt: string;
  updatedAt: string;
};

export type ChatbotProgress = {
  status: ChatbotStatus;
  pageCount: number;
  chunkCount: number;
  sources: SourceTotals['byStatus'];
};

/** The public part. */
export type WidgetConfiguration = Pick<
  ChatbotConfiguration,
  | 'name'
  | 'primaryColor'
  | 'theme'
  | 'avatarUrl'
  | 'humanHandoffEnabled'
  | 'welcomeMessage'
  | 'quickPrompts'
  | 'allowLeadCapture'
  | 'leadCaptureFields'
>;

export class ChatbotQueries {
  readonly #documents: ReadableDocuments;
  readonly #sources: DataSourceQueries;

  constructor(documents: ReadableDocuments, sources: DataSourceQueries) {
    this.#documents = documents;
    this.#sources = sources;
  }

  /** Returns null also for another account's chatbot. */
  async find(ownerId: string, chatbotId: string): Promise<{ chatbot: Chatbot; revision: number } | null> {
    const document = await this.#owned(ownerId, chatbotId);
    if (document === null) return null;
    const { revision } = document;
    return { chatbot: chatbotView(document, await this.#sources.totals(chatbotId)), revision };
  }

  async owns(ownerId: string, chatbotId: string): Promise<boolean> {
    return (await this.#owned(ownerId, chatbotId)) !== null;
  }

  /** Ordered by creation. */
  async list(ownerId: string): Promise<Chatbot[]> {
    const [owned, totals] = await Promise.all([
      findAll<ChatbotDocument>(this.#documents, chatbots.collection, {
        where: { ownerId },
        orderBy: { field: 'createdAt', direction: 'asc' },
      }),
      this.#sources.totalsByChatbot(ownerId),
    ]);
    return owned.map((document) => chatbotView(document, totals.get(document.id) ?? NO_SOURCES));
  }

  async progress(ownerId: string, chatbotId: string): Promise<ChatbotProgress | null> {
    return (await this.owns(ownerId, chatbotId)) ? this.progressOf(chatbotId) : null;
  }

  /** The caller checks the chatbot's owner. */
  async progressOf(chatbotId: string): Promise<ChatbotProgress> {
    const totals = await this.#sources.totals(chatbotId);
    const { pageCount, chunkCount, byStatus } = totals;
    return { status: statusOf(totals), pageCount, chunkCount, sources: byStatus };
  }

  /** Images are public, so the owner is not checked. */
  async image(chatbotId: string, imageId: string): Promise<StoredImage | null> {
    const document = await this.#documents.get<ChatbotDocument>(chatbots.collection, chatbotId);
    return document?.images.find((image) => image.imageId === imageId) ?? null;
  }

  async ownerOf(chatbotId: string): Promise<string | null> {
    return (await this.#documents.get<ChatbotDocument>(chatbots.collection, chatbotId))?.ownerId ?? null;
  }

  /** Regardless of the owner. */
  async configuration(chatbotId: string): Promise<ChatbotConfiguration | null> {
    return (await this.configurationWithRevision(chatbotId))?.configuration ?? null;
  }

  /** With the stream revision that it belongs to. */
  async configurationWithRevision(
    chatbotId: string,
  ): Promise<{ configuration: ChatbotConfiguration; revision: number } | null> {
    const document = await this.#documents.get<ChatbotDocument>(chatbots.collection, chatbotId);
    return document === null ? null : { configuration: document.configuration, revision: document.revision };
  }

  async widgetConfiguration(chatbotId: string): Promise<WidgetConfiguration | null> {
    const configuration = await this.configuration(chatbotId);
    if (configuration === null) return null;
    const { name, primaryColor, theme, avatarUrl, humanHandoffEnabled } = configuration;
    const { welcomeMessage, quickPrompts, allowLeadCapture, leadCaptureFields } = configuration;
    const appearance = { name, primaryColor, theme, avatarUrl, humanHandoffEnabled };
    return { ...appearance, welcomeMessage, quickPrompts, allowLeadCapture, leadCaptureFields };
  }

  async #owned(ownerId: string, chatbotId: string): Promise<ChatbotDocument | null> {
    const document = await this.#documents.get<ChatbotDocument>(chatbots.collection, chatbotId);
    return document?.ownerId === ownerId ? document : null;
  }
}

function chatbotView(document: ChatbotDocument, totals: SourceTotals): Chatbot {
  const { id, publicId, ownerId, configuration, createdAt, updatedAt } = document;
  const { pageCount, chunkCount } = totals;
  const counted = { status: statusOf(totals), pageCount, chunkCount, vectorCollection: `chatbot-${id}` };
  return { id, publicId, ownerId, ...configuration, ...counted, createdAt, updatedAt };
}

function statusOf({ byStatus }: SourceTotals): ChatbotStatus {
  const { pending, processing, done, error } = byStatus;
  if (pending + processing + done + error === 0) return 'idle';
  if (pending + processing > 0) return 'training';
  return done > 0 ? 'ready' : 'error';
}
