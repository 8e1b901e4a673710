/**
 * How the passages of one chatbot are kept apart in an index that holds those of many.
 *
 * BM25 weighs a word by how many documents of a shard have it, and a shard holds many chatbots. So each word is written and searched
 * with the chatbot's key before it: what Elasticsearch counts of a word is then the chatbot's own. `word-query.ts` makes up for the
 * rest.
 */
import { createHash } from 'node:crypto';

const KEY_LENGTH = 6;
/** Ours end at 66. Lucene takes no word over 32,766 bytes, and the whitespace analyser cuts at 255 characters. */
const LONGEST_WORD = 128;
/** All that the whitespace analyser would cut at, or that no word holds. */
const UNFIT_IN_WORD = /[^\S ]|\p{Cc}/gu;

export class Tenant {
  readonly chatbotId: string;
  /**
   * Six letters or digits from the hash of the chatbot's id: names the shard too. Two chatbots may share a key (once in
   * a thousand installations of 10,000 chatbots): they then share what a word counts, and nothing else.
   */
  readonly key: string;

  constructor(chatbotId: string) {
    this.chatbotId = chatbotId;
    this.key = hashOf(chatbotId).replaceAll(/[-_]/g, '').slice(0, KEY_LENGTH);
  }

  /** The same id in two chatbots is two documents. Any id fits, whatever its length. */
  documentId(passageId: string): string {
    return hashOf(JSON.stringify([this.chatbotId, passageId]));
  }

  /** Analysed words, separated by spaces, as terms of this chatbot, separated likewise. */
  termsOf(words: string): string {
    return words
      .toWellFormed()
      .replaceAll(UNFIT_IN_WORD, '\ufffd')
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => this.key + (word.length > LONGEST_WORD ? hashOf(word) : word))
      .join(' ');
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
