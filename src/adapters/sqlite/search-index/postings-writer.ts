/** Gathers the postings of a batch of passages, so that each word is written once a batch and not once a passage. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Posting, packPostings, unpackPostings } from './postings.ts';

export class PostingsWriter {
  readonly #insert: StatementSync;
  readonly #blocksBefore: StatementSync;
  readonly #remove: StatementSync;
  /** By generation, then by word; a word's postings in rising order, because passages are given rising keys. */
  readonly #gathered = new Map<number, Map<string, Posting[]>>();

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      'INSERT INTO postings (generation_key, word, first_passage, entries) VALUES (?, ?, ?, ?)',
    );
    this.#blocksBefore = db.prepare(
      'SELECT word, first_passage, entries FROM postings WHERE generation_key = ? AND first_passage <= ?',
    );
    this.#remove = db.prepare('DELETE FROM postings WHERE generation_key = ? AND word = ? AND first_passage = ?');
  }

  /** @param passageKey higher than any added before, and not yet in use */
  add(generationKey: number, passageKey: number, words: readonly string[]): void {
    const occurrences = new Map<string, number>();
    for (const word of words) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
    const byWord = this.#gathered.get(generationKey) ?? new Map<string, Posting[]>();
    this.#gathered.set(generationKey, byWord);
    for (const [word, count] of occurrences) {
      const posting = { passageKey, occurrences: count, passageWords: words.length };
      const postings = byWord.get(word);
      if (postings === undefined) byWord.set(word, [posting]);
      else postings.push(posting);
    }
  }

  /** Takes a passage out of all its words. Reads the whole generation: for passages that change, which is rare. */
  remove(generationKey: number, passageKey: number): void {
    this.flush();
    for (const block of this.#blocksBefore.all(generationKey, passageKey)) {
      const { word, first_passage: first, entries } = block;
      if (typeof word !== 'string' || typeof first !== 'number' || !(entries instanceof Uint8Array)) continue;
      const before = unpackPostings(entries);
      const after = before.filter((posting) => posting.passageKey !== passageKey);
      if (after.length === before.length) continue;
      this.#remove.run(generationKey, word, first);
      this.#write(generationKey, word, after);
    }
  }

  flush(): void {
    for (const [generationKey, byWord] of this.#gathered) {
      // In the order of the table's key, so that neighbouring rows are written together.
      for (const word of [...byWord.keys()].sort()) this.#write(generationKey, word, byWord.get(word) ?? []);
    }
    this.#gathered.clear();
  }

  #write(generationKey: number, word: string, postings: readonly Posting[]): void {
    const [first] = postings;
    if (first !== undefined) this.#insert.run(generationKey, word, first.passageKey, packPostings(postings));
  }
}
