/** Finds the sentence, row or item of a passage that supports a statement best, by the words they share and how rare these are. */
import { rememberedByText } from '../lib/expiring-cache.ts';
import { analyseText } from '../text/analysis/analyse.ts';
import { type Block, cellsOf, sectionsOf, type Unit } from './extractive/sections.ts';
import { MAX_SNIPPET_LENGTH, plainText } from './source-text.ts';

export interface SupportedStatement {
  readonly statement: string;
  /** Its words decide between sentences that the statement repeats alike. */
  readonly question: string;
}

interface Support {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  /** Stands in a list, table or address: the lines after it may follow. */
  readonly isLine: boolean;
  readonly block: number;
}

/** Words of the question count less than those of the statement. */
const QUESTION_WEIGHT = 0.5;
/** Exponent of the length: a long sentence shares more words by chance. */
const LENGTH_DISCOUNT = 0.3;
/** Share of a sentence's words in a statement that quotes it. */
const QUOTED_SHARE = 0.95;
/** Analysis gives three forms of a word. */
const MIN_SHARED_FORMS = 3;
/** Above every score. */
const QUOTED_RANK = 1_000_000;
const MAX_STATEMENT_LENGTH = 1_200;

/** Plain text, at most about as long as a snippet; the first sentence when next to nothing is shared. */
export function supportingText(passageTexts: readonly string[], { statement, question }: SupportedStatement): string {
  const supports = passageTexts.map(supportsOf);
  const all = supports.flat();
  const said = new Set(analyseText(statement.slice(0, MAX_STATEMENT_LENGTH)));
  const asked = new Set(analyseText(question.slice(0, MAX_STATEMENT_LENGTH)));
  const holding = new Map<string, number>();
  for (const { words } of all) {
    for (const word of words) if (said.has(word) || asked.has(word)) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  const rarities = new Map([...holding].map(([word, count]) => [word, Math.log(1 + all.length / count)]));
  let best: { rank: number; at: number; of: readonly Support[] } | null = null;
  for (const of of supports) {
    for (const [at, { words }] of of.entries()) {
      let [shared, quoted, stated, wanted] = [0, 0, 0, 0];
      for (const word of words) {
        const rarity = rarities.get(word);
        if (rarity === undefined) continue;
        shared += 1;
        if (said.has(word)) [quoted, stated] = [quoted + 1, stated + rarity];
        if (asked.has(word)) wanted += rarity;
      }
      if (shared < MIN_SHARED_FORMS) continue;
      // The question decides among several sentences that are quoted.
      const isQuoted = quoted >= words.size * QUOTED_SHARE;
      const score = (stated + QUESTION_WEIGHT * wanted) / words.size ** LENGTH_DISCOUNT;
      const rank = isQuoted ? QUOTED_RANK + wanted : score;
      if (best === null || rank > best.rank) best = { rank, at, of };
    }
  }
  return best === null ? (all[0]?.text ?? '') : withFollowing(best.of, best.at, said);
}

/** A quoted line of a list or table is followed by the next ones that are quoted; a sentence stands alone. */
function withFollowing(supports: readonly Support[], at: number, said: ReadonlySet<string>): string {
  const first = supports[at];
  let text = first?.text ?? '';
  if (first?.isLine !== true) return text;
  for (const next of supports.slice(at + 1)) {
    const isQuoted = [...next.words].filter((word) => said.has(word)).length >= next.words.size * QUOTED_SHARE;
    if (next.block !== first.block || !isQuoted || text.length + next.text.length + 3 > MAX_SNIPPET_LENGTH) break;
    text += ` · ${next.text}`;
  }
  return text;
}

/** Sentences of recent passages. */
const supportsOf = rememberedByText(readSupports, {
  maxBytes: 12 * 1024 * 1024,
  bytesOf: (_supports, text) => text.length * 14,
});

function readSupports(passageText: string): readonly Support[] {
  let number = 0;
  return sectionsOf(passageText, []).flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      number += 1;
      return block.units.map((unit) => {
        const text = unitText(unit, block);
        return { text, words: new Set(analyseText(text)), isLine: isLines(block), block: number };
      });
    }),
  );
}

const isLines = ({ kind }: Block) => kind === 'lines' || kind === 'list' || kind === 'steps' || kind === 'table';

/** A row reads as "header: value", or as "name: value" when the table has no header. */
function unitText({ text, markdown }: Unit, { kind, header }: Block): string {
  if (kind === 'code') return text.replace(/\s+/g, ' ');
  if (kind !== 'table') return plainText(text);
  const cells = cellsOf(markdown).map(plainText);
  const named = cells.map((cell, at) => {
    const name = header?.[at] ?? '';
    return name === '' || cell === '' || at === 0 ? cell : `${plainText(name)}: ${cell}`;
  });
  const filled = named.filter((cell) => cell !== '');
  const [first = '', ...rest] = filled;
  return rest.length === 0 ? first : `${first}${header === null ? ':' : ' –'} ${rest.join(', ')}`;
}
