import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../src/answering/extractive/contact/contact-answer.ts';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import type { ExtractPassage } from '../../../src/answering/extractive/passages/outline.ts';
import { sectionsOf } from '../../../src/answering/extractive/passages/sections.ts';
import { cellsOf } from '../../../src/answering/extractive/passages/table-rows.ts';
import { termsFor } from '../../../src/answering/extractive/question/question-terms.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { analyseQuery, analyseText } from '../../../src/text/analysis/analyse.ts';
import { chunkDocument } from '../../../src/text/chunking/chunk-document.ts';
import { expectLinear } from '../../support/growth.ts';

const passage = (text: string, title = '', headings: readonly string[] = []): ExtractPassage => ({
  title,
  headings,
  text,
});
const said = (question: string, passages: readonly ExtractPassage[]) =>
  extractAnswer(question, passages)?.map(({ passage: index, markdown }) => `${index}: ${markdown}`) ?? null;

const shop = [
  passage(
    'Orders ship within two days. Returns are free for 30 days after delivery. Send them to our warehouse.',
    'Shipping',
  ),
  passage('Mon-Fri 9-17, Sat 10-14.', 'Contact', ['Opening hours']),
  passage(
    '# Can I pay by invoice?\nYes, companies can. The limit is 500 euros.\n\n- Cards are welcome too\n- So is cash',
    'Payment',
  ),
];

describe('An answer from the content itself', () => {
  it('begins with the sentence that fits best', () => {
    expect(said('Are returns free?', shop)?.[0]).toMatch(/^0: Returns are free for 30 days after delivery\./);
  });

  it('is found by the first and the last words of a message of hundreds', () => {
    const words = Array.from({ length: 500 }, (_, index) => `unheard${index}of`).join(' ');
    const message = `Are returns free? ${words} Are returns free of charge?`;
    expect(termsFor(message, shop).length).toBeLessThanOrEqual(48);
    const stems = termsFor(message, shop).map(({ stem }) => stem);
    expect(stems).toEqual(expect.arrayContaining(['return', 'charg']));
  });

  it('can stand under a heading that says what it is about', () => {
    expect(said('What are your opening hours?', shop)).toEqual(['1: Mon-Fri 9-17, Sat 10-14.']);
  });

  it('goes on behind what was found, but fits by what was found alone', () => {
    const question = 'Can I pay by invoice?';
    const text = 'We sell kettles. Can I pay by invoice? Yes, companies can.';
    const widened = (found: string) => [{ ...passage(text), found: [found] }];
    expect(said(question, widened('We sell kettles. Can I pay by invoice?'))).toEqual(['0: Yes, companies can.']);
    expect(said(question, widened('We sell kettles.'))).toBeNull();
  });

  it('is what follows a question of the content, not the question', () => {
    const answer = said('Can I pay by invoice?', [passage('Can I pay by invoice? Yes, if you are a company.')]);
    expect(answer).toEqual(['0: Yes, if you are a company.']);
    expect(said('Can I pay by invoice?', shop)?.[0]).toMatch(/^2: Yes, companies can\./);
  });

  it('is code for who asks how or for code, and not for who only uses its words', () => {
    const docs = [
      passage('Ask a question.\n\n```\nchat "How long can I return a jacket?"\n```', 'Client'),
      passage('Plants can be returned within 14 days.', 'Returns'),
      passage('To restore a backup, stop the service.\n\n```\nnpm run restore -- backup\n```', 'Operations'),
    ];
    expect(said('How long can I return a jacket?', docs)).toEqual(['1: Plants can be returned within 14 days.']);
    expect(said('How do I restore a backup?', docs)?.[0]).toContain('npm run restore');
    expect(said('Which command asks a question in chat?', docs)?.[0]).toContain('```\nchat');
  });

  it('names the columns of a table rightly, whichever of its cells are empty', () => {
    const cell = fc.constantFrom('', 'wool', 'linen', '5 €', '12');
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(rows, fc.constantFrom('', 'Cloth'), (body, corner) => {
        const header = [corner, 'Small', 'Large'];
        const lines = [header, ['---', '---', '---'], ['silk', '7 €', '9 €'], ...body].map(
          (cells) => `| ${cells.join(' | ')} |`,
        );
        const [section] = chunkDocument({
          title: '',
          url: null,
          language: null,
          blocks: textBlocks(lines.join('\n')),
        }).flatMap(({ text }) => sectionsOf(text, []));
        const [table] = section?.blocks ?? [];
        expect(table?.header).toEqual(header);
        const told = body.filter((cells) => cells.some((text) => text !== ''));
        expect(table?.units.slice(1).map(({ markdown }) => cellsOf(markdown))).toEqual(told);
      }),
    );
  });

  it('holds what stands above and below an item of a nested list', () => {
    const text =
      'Delivery takes some days.\n\n- Germany\n  - Standard: €4.90\n  - Express: €9.90\n- Switzerland\n  - Standard: CHF 12\n- Islands: on request\n- Returns: free';
    const germany = '- Germany\n  - Standard: €4.90\n  - Express: €9.90';
    expect(said('How much is express to Germany?', [passage(text)])).toEqual([`0: ${germany}`]);
    expect(said('What does express cost?', [passage(text)])).toEqual(['0: - Germany\n  - Express: €9.90']);
    expect(said('What about islands?', [passage(text)])).toEqual(['0: Islands: on request']);
  });

  it('is a whole short table unless one of its rows is meant', () => {
    const hours = [passage('Tuesday - Friday | 10-17\nSaturday, Sunday | 10-18\nMonday | closed', 'Visit')];
    expect(said('What are your opening times?', hours)).toEqual([
      '0: - Tuesday - Friday: 10-17\n- Saturday, Sunday: 10-18\n- Monday: closed',
    ]);
    expect(said('Are you open on Monday?', hours)).toEqual(['0: - Monday: closed']);
  });

  it('is nothing when nothing fits', () => {
    expect(said('Who won the football world cup in 1998?', shop)).toBeNull();
    expect(said('Do you sell elephants?', shop)).toBeNull();
    expect(said('', shop)).toBeNull();
    expect(said('returns', [])).toBeNull();
    expect(said('What is 2+2?', [passage('A node needs 2 GB of memory.'), passage('Orders take 2 days.')])).toBeNull();
  });

  it('is short, without repeats, and word for word from the passage it names', () => {
    const words = fc.constantFrom('bees', 'fly', 'honey', 'hive', 'wax', 'queen', 'the', 'and', 'sleep', 'winter');
    const sentence = fc.array(words, { minLength: 2, maxLength: 9 }).map((list) => `${list.join(' ')}.`);
    const passages = fc.array(fc.array(sentence, { maxLength: 8 }), { maxLength: 8 });
    fc.assert(
      fc.property(passages, fc.array(words, { minLength: 1, maxLength: 6 }), (texts, question) => {
        const given = texts.map((sentences) => passage(sentences.join(' ')));
        const quotations = extractAnswer(question.join(' '), given) ?? [];
        expect(quotations.length).toBeLessThanOrEqual(2);
        expect(quotations.map(({ markdown }) => markdown).join(' ').length).toBeLessThanOrEqual(1_100);
        for (const { passage: index, markdown } of quotations) {
          for (const quoted of markdown.match(/[^.]+\./g) ?? []) expect(given[index]?.text).toContain(quoted.trim());
        }
      }),
    );
  });

  it('takes time in proportion to what it reads, whatever it is', () => {
    for (const [start, unit, end] of [
      ['', '[1]', ''],
      ['', '# ', ''],
      ['', '>', ''],
      ['', '. ', ''],
      ['1. ', ' ', 'x'],
      ['', 'a', ''],
      ['', '?', ''],
      ['', '蜜', ''],
    ] as const) {
      const extracted = (count: number) => {
        const text = `${start}${unit.repeat(count)}${end}`;
        extractAnswer(
          `bees ${text.slice(0, 4_000)}`,
          Array.from({ length: 8 }, () => passage(text)),
        );
      };
      expectLinear(20_000, extracted, unit);
    }
  });

  it.each([
    ['white space within a row', '| a | b |\n| --- | --- |\n| x | ', '\u3000', 'y |'],
    ['ideographs without an end', '- ', '代碼', ' x'],
    ['bars of one row', '| a | b |\n| --- | --- |\n| x | ', '|', ''],
    ['short sentences that go on about the same', 'The bees belong to Honey Inc. ', 'Inc. ', ''],
  ])('takes time in proportion to %s', (_, start, unit, end) => {
    const answered = (length: number) => {
      const text = start + unit.repeat(length / unit.length) + end;
      const passages = Array.from({ length: 8 }, (_, at) => passage(`${text}${at}`));
      extractAnswer('bees', passages);
      contactAnswer('Where are you?', [], passages, 'en');
    };
    answered(100);
    // All that is read of a passage.
    expectLinear(5_900, answered);
  });
});

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const evaluation = new URL('../../../../shared/evaluation/retrieval/', import.meta.url);

describe.skipIf(!existsSync(evaluation))('On judged questions', () => {
  const rows = (name: string) =>
    readFileSync(new URL(name, evaluation), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  it.each(['xquad-es', 'xquad-zh', 'xquad-ar', 'xquad-th'])(
    'keeps answerable ones and refuses those off its topics: %s',
    (set) => {
      const corpus: { id: string; title: string; text: string }[] = rows(`${set}/corpus.jsonl`);
      const counts = corpus.map(({ title, text }) => countsOf(analyseText(`${title}\n${text}`)));
      const lengths = counts.map((count) => [...count.values()].reduce((sum, times) => sum + times, 0));
      const usualLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
      const places = new Map(corpus.map(({ id }, place) => [id, place]));
      const questions: { id: string; text: string }[] = rows(`${set}/queries.jsonl`).filter(
        (_: unknown, index: number) => index % 15 === 0,
      );
      const about = new Map(
        rows(`${set}/answers.jsonl`).map(({ id, doc }: { id: string; doc: string }) => [id, places.get(doc) ?? 0]),
      );
      const holding = (word: string) => counts.filter((count) => count.has(word)).length;
      const bm25 = (word: string, rarity: number, place: number) => {
        const times = counts[place]?.get(word) ?? 0;
        const norm = 1.4 * (0.35 + (0.65 * (lengths[place] ?? 0)) / usualLength);
        return (rarity * 2.4 * times) / (times + norm);
      };
      const found = (question: string, without: (place: number) => boolean) => {
        const asked = analyseQuery(question).map(
          (word) => [word, Math.log(1 + (corpus.length - holding(word) + 0.5) / (holding(word) + 0.5))] as const,
        );
        return corpus
          .map(({ title, text }, place) => ({
            title,
            headings: [],
            text,
            bm25: without(place) ? 0 : asked.reduce((sum, [word, rarity]) => sum + bm25(word, rarity, place), 0),
          }))
          .sort((one, other) => other.bm25 - one.bm25)
          .slice(0, 8);
      };
      const statistics = (question: string) => ({
        passages: corpus.length,
        frequencies: new Map(analyseQuery(question).map((word) => [word, holding(word)])),
      });
      let kept = 0;
      let refused = 0;
      for (const { id, text } of questions) {
        const own = about.get(id) ?? 0;
        if (
          extractAnswer(
            text,
            found(text, () => false),
            { statistics: statistics(text) },
          ) !== null
        )
          kept += 1;
        // Without the article that answers and its neighbours, the rest is related and does not answer.
        if (
          extractAnswer(
            text,
            found(text, (place) => Math.abs(place - own) <= 12),
            { statistics: statistics(text) },
          ) === null
        )
          refused += 1;
      }
      expect(kept / questions.length).toBeGreaterThanOrEqual(0.9);
      expect(refused / questions.length).toBeGreaterThan(0.8);
    },
  );
});
