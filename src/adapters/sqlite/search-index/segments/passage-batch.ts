import { hash } from 'node:crypto';
import { bytes, integer } from '../tables/columns.ts';
import type { IntegerKeys } from '../tables/integer-keys.ts';
import type { GenerationKeys, PassageRows, PassageWithoutVector } from '../tables/passage-rows.ts';
import type { SegmentWriter } from './segment-writer.ts';

interface BatchTarget {
  readonly keys: IntegerKeys;
  readonly rows: PassageRows;
  readonly segments: SegmentWriter;
}

/** Passages and words that the batch adds to one generation. */
class GenerationGrowth implements GenerationKeys {
  readonly chatbotKey: number;
  readonly generationKey: number;
  passages = 0;
  words = 0;

  constructor(chatbotKey: number, generationKey: number) {
    this.chatbotKey = chatbotKey;
    this.generationKey = generationKey;
  }
}

/** Puts the passages of one batch: rows at once, segments and sizes of generations in `flush`. */
export class PassageBatch {
  readonly #target: BatchTarget;
  readonly #growthByGeneration = new Map<string, GenerationGrowth>();

  constructor(target: BatchTarget) {
    this.#target = target;
  }

  /** @param code quantized vector */
  put(passage: PassageWithoutVector, vector: Uint8Array, code: Uint8Array): void {
    const { rows, segments } = this.#target;
    const growth = this.#growthOf(passage);
    const wordsHash = hash('sha256', passage.words, 'buffer');
    const known = rows.find(growth.chatbotKey, passage.id);
    // An ingestion run repeated after a crash puts the same passage, whose segment stays as it is.
    if (
      known?.generation_key === growth.generationKey &&
      wordsHash.equals(bytes(known.words_hash)) &&
      Buffer.compare(bytes(known.vector), vector) === 0
    ) {
      rows.update(integer(known.key), passage);
      return;
    }
    if (known !== undefined) {
      segments.remove(integer(known.generation_key), integer(known.key));
      rows.remove(integer(known.key), integer(known.generation_key), integer(known.word_count));
    }
    const words = passage.words.split(' ').filter((word) => word !== '');
    const key = rows.insert(passage, growth, words.length, wordsHash);
    rows.insertVector(key, vector);
    growth.passages += 1;
    growth.words += words.length;
    segments.add(growth.generationKey, key, words, code);
  }

  flush(): void {
    const { rows, segments } = this.#target;
    segments.flush();
    for (const { generationKey, passages, words } of this.#growthByGeneration.values()) {
      rows.resizeGeneration(generationKey, passages, words);
    }
  }

  #growthOf({ chatbotId, generation, sourceId }: PassageWithoutVector): GenerationGrowth {
    const { keys } = this.#target;
    const name = JSON.stringify([chatbotId, generation, sourceId]);
    const known = this.#growthByGeneration.get(name);
    if (known !== undefined) return known;
    const chatbotKey = keys.chatbot(chatbotId);
    const growth = new GenerationGrowth(chatbotKey, keys.generation(chatbotKey, generation, sourceId));
    this.#growthByGeneration.set(name, growth);
    return growth;
  }
}
