import type { ConversationTurn } from '../../../answering/generators/answer-generator.ts';

/** Earlier turns as a page tells them. Turns of other roles are left out. */
export function turnsFromPage(
  history: readonly { readonly role: string; readonly content: string }[],
): ConversationTurn[] {
  return history.flatMap(({ role, content }) => (role === 'user' || role === 'assistant' ? [{ role, content }] : []));
}
