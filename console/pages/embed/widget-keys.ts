import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { WidgetKey } from '../../api/types.ts';

export interface WidgetKeyList {
  readonly keys: readonly WidgetKey[];
}

interface CreatedKey {
  /** The whole secret, in this answer only. */
  readonly key: string;
  readonly widgetKey: WidgetKey;
}

export const keysPath = (chatbotId: string): string => `${chatbotRoot(chatbotId)}/widget-keys`;

export const createKey = (chatbotId: string, label: string, allowedDomains: readonly string[]): Promise<CreatedKey> =>
  api.post<CreatedKey>(keysPath(chatbotId), { label, allowedDomains });

export const revokeKey = (chatbotId: string, keyId: string): Promise<unknown> =>
  api.delete(`${keysPath(chatbotId)}/${encodeURIComponent(keyId)}`);

/**
 * Reads domains on lines or between commas, also of pasted addresses. Text without any is returned, for the service to refuse: a key for an
 * empty list works nowhere.
 */
export function domainsIn(text: string): readonly string[] {
  const entries = text
    .split(/[\s,]+/)
    .map((entry) =>
      entry
        .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
        .replace(/[/?#].*$/, '')
        .replace(/:\d+$/, ''),
    )
    .filter((entry) => entry !== '');
  return entries.length === 0 ? [text] : [...new Set(entries)];
}
