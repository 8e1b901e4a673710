import { isoTime } from '../../lib/iso-time.ts';
import type { Counters } from '../../ports/counters.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import { findAll } from '../each-document.ts';
import { type WidgetKeyDocument, widgetKeys } from './projection.ts';

/** Without the secret. */
export type WidgetKey = {
  id: string;
  label: string;
  keyPrefix: string;
  allowedDomains: string[];
  isActive: boolean;
  createdAt: string;
};

export type WidgetKeyWithUsage = WidgetKey & { usageCount: number; lastUsedAt: string | null };

/** Not revoked. */
export interface ActiveWidgetKey {
  readonly id: string;
  readonly chatbotId: string;
  /** The chatbot's owner. */
  readonly ownerId: string;
  readonly allowedDomains: readonly string[];
}

export const usageCounterOf = (keyId: string): string => `widget-key:${keyId}`;

/** The caller checks the chatbot's owner. */
export class WidgetKeyQueries {
  readonly #documents: ReadableDocuments;
  readonly #counters: Pick<Counters, 'read'>;

  constructor(documents: ReadableDocuments, counters: Pick<Counters, 'read'>) {
    this.#documents = documents;
    this.#counters = counters;
  }

  /** Returns null also for a revoked key. @param secretHash from `secretHashOf` */
  async activeBySecretHash(secretHash: string): Promise<ActiveWidgetKey | null> {
    const where = { secretHash };
    const [found] = await this.#documents.find<WidgetKeyDocument>(widgetKeys.collection, { where, limit: 1 });
    if (found === undefined || !found.document.isActive) return null;
    const { id, chatbotId, ownerId, allowedDomains } = found.document;
    return { id, chatbotId, ownerId, allowedDomains };
  }

  /** Returns null also for a key of another chatbot. */
  async find(chatbotId: string, keyId: string): Promise<WidgetKey | null> {
    const key = await this.#documents.get<WidgetKeyDocument>(widgetKeys.collection, keyId);
    return key?.chatbotId === chatbotId ? widgetKeyView(key) : null;
  }

  /** Returns null also for a key of another chatbot. */
  async findWithUsage(chatbotId: string, keyId: string): Promise<WidgetKeyWithUsage | null> {
    const key = await this.#documents.get<WidgetKeyDocument>(widgetKeys.collection, keyId);
    if (key?.chatbotId !== chatbotId) return null;
    const [withUsage = null] = await this.#withUsage([key]);
    return withUsage;
  }

  /** Not revoked. */
  async activeIds(chatbotId: string): Promise<string[]> {
    const keys = await this.#all(chatbotId);
    return keys.flatMap(({ id, isActive }) => (isActive ? [id] : []));
  }

  /** Ordered by creation, revoked keys included. */
  async list(chatbotId: string): Promise<WidgetKeyWithUsage[]> {
    return this.#withUsage(await this.#all(chatbotId));
  }

  async #withUsage(keys: readonly WidgetKeyDocument[]): Promise<WidgetKeyWithUsage[]> {
    if (keys.length === 0) return [];
    const usages = await this.#counters.read(keys.map(({ id }) => usageCounterOf(id)));
    return keys.map((key) => {
      const usage = usages.get(usageCounterOf(key.id));
      return {
        ...widgetKeyView(key),
        usageCount: usage?.count ?? 0,
        lastUsedAt: usage === undefined ? null : isoTime(usage.lastAt),
      };
    });
  }

  #all(chatbotId: string): Promise<readonly WidgetKeyDocument[]> {
    return findAll<WidgetKeyDocument>(this.#documents, widgetKeys.collection, {
      where: { chatbotId },
      orderBy: { field: 'createdAt', direction: 'asc' },
    });
  }
}

function widgetKeyView({ id, label, keyPrefix, allowedDomains, isActive, createdAt }: WidgetKeyDocument): WidgetKey {
  return { id, label, keyPrefix, allowedDomains: [...allowedDomains], isActive, createdAt };
}
