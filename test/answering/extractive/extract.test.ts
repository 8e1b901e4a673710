import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract.ts';
import type { ExtractPassage } from '../../../src/answering/extractive/read-passages.ts';
import { statementsOf } from '../../../src/answering/extractive/statements.ts';
import { analyseQuery, analyseText } from '../../../src/text/analysis/analyse.ts';

const passage = (text: string, title = '', headings: readonly string[] = []): ExtractPassage => ({
  title,
  headings,
  text,
});
const said = (question: string, passages: readonly ExtractPassage[]) =>
  extractAnswer(question, passages)?.map(({ passage: index, sentences }) => `${index}: ${sentences.join(' ')}`) ?? null;

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
  it('is the sentence that fits best', () => {
    expect(said('Are returns free?', shop)).toEqual(['0: Returns are free for 30 days after delivery.']);
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

  it('is nothing when nothing fits', () => {
    expect(said('Who won the football world cup in 1998?', shop)).toBeNull();
    expect(said('Do you sell elephants?', shop)).toBeNull();
    expect(said('', shop)).toBeNull();
    expect(said('returns', [])).toBeNull();
  });

  it('is short, without repeats, and word for word from the passage it names', () => {
    const words = fc.constantFrom('bees', 'fly', 'honey', 'hive', 'wax', 'queen', 'the', 'and', 'sleep', 'winter');
    const sentence = fc.array(words, { minLength: 2, maxLength: 9 }).map((list) => `${list.join(' ')}.`);
    const passages = fc.array(fc.array(sentence, { maxLength: 8 }), { maxLength: 8 });
    fc.assert(
      fc.property(passages, fc.array(words, { minLength: 1, maxLength: 6 }), (texts, question) => {
        const given = texts.map((sentences) => passage(sentences.join(' ')));
        const quotations = extractAnswer(question.join(' '), given) ?? [];
        const all = quotations.flatMap(({ sentences }) => sentences);
        expect(all.length).toBeLessThanOrEqual(3);
        expect(all.join(' ').length).toBeLessThanOrEqual(620);
        expect(new Set(all).size).toBe(all.length);
        for (const { passage: index, sentences } of quotations) {
          for (const quoted of sentences) expect(given[index]?.text).toContain(quoted);
        }
      }),
    );
  });

  it('takes time in proportion to what it reads, whatever it is', () => {
    const hostile = [
      '[1]'.repeat(20_000),
      '# '.repeat(20_000),
      '>'.repeat(20_000),
      '. '.repeat(20_000),
      `1. ${' '.repeat(20_000)}x`,
      'a'.repeat(50_000),
      '?'.repeat(20_000),
      '蜜'.repeat(20_000),
    ];
    for (const text of hostile) {
      const started = performance.now();
      extractAnswer(
        `bees ${text.slice(0, 4_000)}`,
        Array.from({ length: 8 }, () => passage(text)),
      );
      expect(performance.now() - started, text.slice(0, 10)).toBeLessThan(1_500);
    }
  });
});

describe('Statements of a passage', () => {
  it('are its sentences and list items, under their headings, without Markdown marks and numbers in brackets', () => {
    expect(
      statementsOf('## Bees\nThey fly[3]. They sleep [1, 2].\n- 10 km a day\n> quoted\n```\ncode here\n```'),
    ).toEqual([
      { text: 'They fly.', heading: 'Bees', opensLine: true },
      { text: 'They sleep.', heading: 'Bees', opensLine: false },
      { text: '10 km a day', heading: 'Bees', opensLine: true },
      { text: 'quoted', heading: 'Bees', opensLine: true },
      { text: 'code here', heading: 'Bees', opensLine: true },
    ]);
  });
});

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
      const words = corpus.map(({ title, text }) => new Set(analyseText(`${title}\n${text}`)));
      const places = new Map(corpus.map(({ id }, place) => [id, place]));
      const questions: { id: string; text: string }[] = rows(`${set}/queries.jsonl`).filter(
        (_: unknown, index: number) => index % 15 === 0,
      );
      const about = new Map(
        rows(`${set}/answers.jsonl`).map(({ id, doc }: { id: string; doc: string }) => [id, places.get(doc) ?? 0]),
      );
      const found = (question: string, without: (place: number) => boolean) => {
        const asked = analyseQuery(question);
        return corpus
          .map(({ title, text }, place) => ({
            title,
            headings: [],
            text,
            score: without(place) ? 0 : asked.filter((word) => words[place]?.has(word)).length,
          }))
          .sort((one, other) => other.score - one.score)
          .slice(0, 8);
      };
      let kept = 0;
      let refused = 0;
      for (const { id, text } of questions) {
        const own = about.get(id) ?? 0;
        if (
          extractAnswer(
            text,
            found(text, () => false),
          ) !== null
        )
          kept += 1;
        // The article it was asked about is taken away, with its neighbours: what is left is near, and does not answer.
        if (
          extractAnswer(
            text,
            found(text, (place) => Math.abs(place - own) <= 12),
          ) === null
        )
          refused += 1;
      }
      expect(kept / questions.length).toBeGreaterThan(0.85);
      expect(refused / questions.length).toBeGreaterThan(0.65);
    },
  );
});
