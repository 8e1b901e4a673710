/** The memory of a tab from page to page of a site. Pages that may not store anything remember nothing. */

type Name = 'draft' | 'open' | 'pending' | 'prefilled';

const keyOf = (chatbotId: string, name: Name): string => `chatledger:${chatbotId}:${name}`;

/** Returns an empty text when there is nothing. */
export function recall(chatbotId: string, name: Name): string {
  try {
    return sessionStorage.getItem(keyOf(chatbotId, name)) ?? '';
  } catch {
    return '';
  }
}

/** @param value empty to forget */
export function remember(chatbotId: string, name: Name, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(keyOf(chatbotId, name));
    else sessionStorage.setItem(keyOf(chatbotId, name), value);
  } catch {
    // A sandboxed frame, or a full storage.
  }
}
