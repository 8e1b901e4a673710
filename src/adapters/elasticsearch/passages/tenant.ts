/**
 * BM25 weighs a word by its document frequency in a shard, which holds many chatbots. Prefixing words with the chatbot's key
 * makes the frequency the chatbot's own; `word-query.ts` corrects the number of documents.
 */
import { createHash } from 'node:crypto';

const KEY_LENGTH = 6;
/** Our words have at most 66 characters; the whitespace analyser splits at 255. */
const MAX_WORD_LENGTH = 128;
/** Whitespace that the analyser would split at, and control characters. */
const INVALID_IN_WORD = /[^\S ]|\p{Cc}/gu;

export class Tenant {
  readonly chatbotId: string;
  /**
   * Six letters or digits from the hash of the chatbot's id; the routing value too. Chatbots with the same key share word
   * statistics, and nothing else.
   */
  readonly key: string;

  constructor(chatbotId: string) {
    this.chatbotId = chatbotId;
    this.key = hashOf(chatbotId).replaceAll(/[-_]/g, '').slice(0, KEY_LENGTH);
  }

  /** Hashed, so that ids of any length fit and two chatbots can use the same id. */
  documentId(passageId: string): string {
    return hashOf(JSON.stringify([this.chatbotId, passageId]));
  }

  /** @param words analysed, separated by spaces */
  termsOf(words: string): string {
    return words
      .toWellFormed()
      .replaceAll(INVALID_IN_WORD, '\ufffd')
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => this.key + (word.length > MAX_WORD_LENGTH ? hashOf(word) : word))
      .join(' ');
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
