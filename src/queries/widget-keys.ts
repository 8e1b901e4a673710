import type { Counters } from '../ports/counters.ts';
import type { Documents } from '../ports/documents.ts';
import { isoTime } from '../projections/projection.ts';
import { type WidgetKeyDocument, widgetKeys } from '../projections/widget-keys.ts';
import { findAll } from './find-all.ts';

/** A widget key as its owner sees it: never its secret. */
export type WidgetKey = {
  id: string;
  label: string;
  keyPrefix: string;
  allowedDomains: string[];
  isActive: boolean;
  createdAt: string;
};

export type WidgetKeyWithUsage = WidgetKey & { usageCount: number; lastUsedAt: string | null };

/** A key that may be used. */
export interface ActiveWidgetKey {
  readonly id: string;
  readonly chatbotId: string;
  /** The account that the chatbot belongs to. */
  readonly ownerId: string;
  readonly allowedDomains: readonly string[];
}

/** How a key's uses are counted. */
export const usageCounterOf = (keyId: string): string => `widget-key:${keyId}`;

/** The chatbot's owner is the caller's to check. */
export class WidgetKeyQueries {
  readonly #documents: Documents;
  readonly #counters: Counters;

  constructor(documents: Documents, counters: Counters) {
    this.#documents = documents;
    this.#counters = counters;
  }

  /** @param secretHash as `secretHashOf` gives it. Null for a key that was revoked, too. */
  async activeBySecretHash(secretHash: string): Promise<ActiveWidgetKey | null> {
    const where = { secretHash };
    const [found] = await this.#documents.find<WidgetKeyDocument>(widgetKeys.collection, { where, limit: 1 });
    if (found === undefined || !found.document.isActive) return null;
    const { id, chatbotId, ownerId, allowedDomains } = found.document;
    return { id, chatbotId, ownerId, allowedDomains };
  }

  /** Null also for a key of another chatbot. */
  async find(chatbotId: string, keyId: string): Promise<WidgetKey | null> {
    const key = await this.#documents.get<WidgetKeyDocument>(widgetKeys.collection, keyId);
    return key?.chatbotId === chatbotId ? view(key) : null;
  }

  /** In the order they were created, revoked ones included. */
  async list(chatbotId: string): Promise<WidgetKeyWithUsage[]> {
    const keys = await findAll<WidgetKeyDocument>(this.#documents, widgetKeys.collection, {
      where: { chatbotId },
      orderBy: { field: 'createdAt', direction: 'asc' },
    });
    if (keys.length === 0) return [];
    const usages = await this.#counters.read(keys.map(({ id }) => usageCounterOf(id)));
    return keys.map((key) => {
      const usage = usages.get(usageCounterOf(key.id));
      return {
        ...view(key),
        usageCount: usage?.count ?? 0,
        lastUsedAt: usage === undefined ? null : isoTime(usage.lastAt),
      };
    });
  }
}

function view({ id, label, keyPrefix, allowedDomains, isActive, createdAt }: WidgetKeyDocument): WidgetKey {
  return { id, label, keyPrefix, allowedDomains: [...allowedDomains], isActive, createdAt };
}
