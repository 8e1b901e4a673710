/** Gathers the postings of a batch of passages, so that each word is written once a batch and not once a passage. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { PostingList, withoutPassage } from './postings.ts';

export class PostingsWriter {
  readonly #insert: StatementSync;
  readonly #blocksBefore: StatementSync;
  readonly #remove: StatementSync;
  /** By generation, then by word. */
  readonly #gathered = new Map<number, Map<string, PostingList>>();

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
    const byWord = this.#gathered.get(generationKey) ?? new Map<string, PostingList>();
    this.#gathered.set(generationKey, byWord);
    for (const [word, count] of occurrences) {
      const list = byWord.get(word) ?? new PostingList(passageKey);
      list.add(passageKey, count, words.length);
      byWord.set(word, list);
    }
  }

  /** Takes a passage out of all its words. Reads the whole generation: for passages that change, which is rare. */
  remove(generationKey: number, passageKey: number): void {
    this.flush();
    for (const block of this.#blocksBefore.all(generationKey, passageKey)) {
      const { word, first_passage: first, entries } = block;
      if (typeof word !== 'string' || typeof first !== 'number' || !(entries instanceof Uint8Array)) continue;
      const rest = withoutPassage(entries, passageKey);
      if (rest === entries) continue;
      this.#remove.run(generationKey, word, first);
      if (rest instanceof PostingList) this.#write(generationKey, word, rest);
    }
  }

  flush(): void {
    for (const [generationKey, byWord] of this.#gathered) {
      // In the order of the table's key, so that neighbouring rows are written together.
      const lists = [...byWord].sort(([one], [other]) => (one < other ? -1 : 1));
      for (const [word, list] of lists) this.#write(generationKey, word, list);
    }
    this.#gathered.clear();
  }

  #write(generationKey: number, word: string, list: PostingList): void {
    this.#insert.run(generationKey, word, list.first, list.packed());
  }
}
