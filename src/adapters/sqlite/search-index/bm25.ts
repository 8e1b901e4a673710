/** BM25 over the postings of some generations. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { WordWeights } from '../../word-weights.ts';
import { forEachPosting, lengthOf } from './postings.ts';

/** Robertson's parameters, measured on the evaluation sets: k1 how soon repeats stop to count, b how much length is held against. */
const k1 = 1.4;
const b = 0.65;

export interface Collection {
  /** JSON array of generation keys. */
  readonly generationKeys: string;
  readonly passages: number;
  /** Words in all passages together. */
  readonly words: number;
}

export interface ScoredPassage {
  readonly passageKey: number;
  readonly score: number;
}

export class Bm25 {
  readonly #blocks: StatementSync;

  constructor(db: DatabaseSync) {
    this.#blocks = db.prepare(
      'SELECT entries FROM postings WHERE generation_key IN (SELECT value FROM json_each(?)) AND word = ?',
    );
  }

  /** @returns the passages with any of the words, best first */
  rank(words: WordWeights, collection: Collection, limit: number): ScoredPassage[] {
    const scores = new Map<number, number>();
    for (const [word, weight] of words) this.#addWord(word, weight, collection, scores);
    return best(scores, limit);
  }

  #addWord(word: string, inQuery: number, collection: Collection, scores: Map<number, number>): void {
    const lists: Uint8Array[] = [];
    for (const { entries } of this.#blocks.all(collection.generationKeys, word)) {
      if (entries instanceof Uint8Array) lists.push(entries);
    }
    const holders = lists.reduce((sum, list) => sum + lengthOf(list), 0);
    const rarity = Math.log(1 + (collection.passages - holders + 0.5) / (holders + 0.5));
    const weight = inQuery * rarity * (k1 + 1);
    const averageWords = collection.words / collection.passages;
    for (const list of lists) {
      forEachPosting(list, (passageKey, occurrences, passageWords) => {
        const damping = k1 * (1 - b + (b * passageWords) / averageWords);
        const gained = (weight * occurrences) / (occurrences + damping);
        scores.set(passageKey, (scores.get(passageKey) ?? 0) + gained);
      });
    }
  }
}

/** Sorts a few times the limit at once, and passes over whatever is below the worst that is kept. */
function best(scores: ReadonlyMap<number, number>, limit: number): ScoredPassage[] {
  const kept: ScoredPassage[] = [];
  let worst = Number.NEGATIVE_INFINITY;
  for (const [passageKey, score] of scores) {
    if (score < worst) continue;
    kept.push({ passageKey, score });
    if (kept.length < limit * 4 + 100) continue;
    kept.sort(bestFirst).length = limit;
    worst = kept.at(-1)?.score ?? worst;
  }
  return kept.sort(bestFirst).slice(0, limit);
}

function bestFirst(one: ScoredPassage, other: ScoredPassage): number {
  return other.score - one.score || one.passageKey - other.passageKey;
}
