import { describe, expect, it } from 'vitest';
import { expandContext } from '../../../src/answering/retrieval/context-expansion.ts';
import type { Passage } from '../../../src/ports/search-index.ts';
import { chunkDocument } from '../../../src/text/chunking/chunk-document.ts';
import { estimateTokens } from '../../../src/text/chunking/token-estimate.ts';
import type { Block } from '../../../src/text/document.ts';

const sentence = (number: number) =>
  `Sentence ${number} tells how the bees of hive ${number} carry pollen home in the evening. `;
const sentences = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => sentence(from + place)).join('');
const paragraph = (text: string, url?: string): Block => ({
  kind: 'paragraph',
  text,
  ...(url === undefined ? {} : { url }),
});

/** The document as the service cuts and indexes it. */
function passagesOf(blocks: readonly Block[], generation = 'g'): readonly Passage[] {
  const document = { title: 'Bees', url: 'https://bees.example/', language: null, blocks };
  return chunkDocument(document).map(({ ordinal, title, url, headings, text }) => {
    const id = `${generation}.${ordinal}`;
    return { id, chatbotId: 'bot', sourceId: 's', generation, ordinal, title, url, headings, text };
  });
}

/** @param ordinals of those found, best first */
async function widen(all: readonly Passage[], ordinals: readonly number[]) {
  const asked: string[] = [];
  const searchIndex = {
    async getPassages(_chatbotId: string, ids: readonly string[]) {
      asked.push(...ids);
      return all.filter(({ id }) => ids.includes(id));
    },
  };
  const found = ordinals.flatMap((ordinal, place) => {
    const passage = all[ordinal];
    return passage === undefined ? [] : [{ passage, score: 1 - place / 10, byWords: null, byVector: null }];
  });
  return { asked, wide: await expandContext(found, 'bot', searchIndex) };
}

const numbersIn = (text: string) => [...text.matchAll(/Sentence (\d+) /g)].map(([, number]) => Number(number));
const counted = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);

describe('A passage that was found', () => {
  const long = passagesOf([paragraph(sentences(0, 150))]);

  it('is given the sentences before and after it, each once and in order', async () => {
    const { wide } = await widen(long, [2]);
    const own = numbersIn(long[2]?.text ?? '');
    const all = numbersIn(wide[0]?.text ?? '');
    expect(all).toEqual(counted(all[0] ?? 0, all.length));
    expect(all[0]).toBeLessThan(own[0] ?? 0);
    expect(all.at(-1)).toBeGreaterThan(own.at(-1) ?? 0);
    expect(wide[0]?.text).not.toMatch(/evening\.S/);
    expect(wide[0]?.passage).toEqual(long[2]);
    expect(wide[0]?.beside.map(({ ordinal }) => ordinal)).toEqual([1, 3]);
    const added = estimateTokens(wide[0]?.text ?? '') - estimateTokens(long[2]?.text ?? '');
    expect(added).toBeGreaterThan(50);
    expect(added).toBeLessThan(230);
  });

  it('becomes one with its neighbours that were found, in the place of the best', async () => {
    const { wide } = await widen(long, [4, 0, 3]);
    expect(wide.map(({ passage, joined }) => [passage.ordinal, ...joined.map((one) => one.passage.ordinal)])).toEqual([
      [4, 3],
      [0],
    ]);
    const all = numbersIn(wide[0]?.text ?? '');
    expect(all).toEqual(counted(all[0] ?? 0, all.length));
    expect(wide[0]?.score).toBe(1);
  });

  it('never grows beyond what a prompt has room for, however many in a row were found', async () => {
    const { wide } = await widen(long, [3, 2, 4, 1, 5, 0]);
    for (const { text } of wide) expect(estimateTokens(text)).toBeLessThan(1_000 + 2 * 115);
    const whole = wide.flatMap(({ passage, joined }) => [passage, ...joined.map((one) => one.passage)]);
    expect(whole.map(({ ordinal }) => ordinal).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('gives the sentences between two found ones to the better of them only', async () => {
    const { wide } = await widen(long, [1, 3]);
    expect(wide.map(({ beside }) => beside.map(({ ordinal }) => ordinal))).toEqual([[0, 2], [4]]);
  });

  it('takes in nothing of another section', async () => {
    const heading = (text: string): Block => ({ kind: 'heading', level: 2, text });
    const sections = passagesOf([
      heading('Hives'),
      paragraph(sentences(0, 24)),
      heading('Honey'),
      paragraph(sentences(24, 48)),
    ]);
    expect(sections.length).toBeGreaterThan(1);
    for (const [ordinal, section] of sections.entries()) {
      const { wide } = await widen(sections, [ordinal]);
      expect(wide[0]?.text).toBe(section.text);
      expect(wide[0]?.beside).toEqual([]);
    }
  });

  it('takes in no part of a block of code without its fences', async () => {
    const commands = (number: number) =>
      counted(0, 6).map((line) => `curl https://hive-${number}.example/bees/${line}`);
    const blocks = counted(0, 40).flatMap((number): Block[] => [
      {
        kind: 'code',
        text: commands(number)
          .slice(0, (number % 6) + 1)
          .join('\n'),
      },
      paragraph(sentences(number * 3, number * 3 + (number % 3) + 1)),
    ]);
    const passages = passagesOf(blocks);
    const ordinals = passages.map(({ ordinal }) => ordinal);
    const found = ordinals.flatMap((ordinal) => [[ordinal], [ordinal, ordinal + 1]]);
    const texts = await Promise.all(found.map(async (row) => (await widen(passages, row)).wide[0]));
    for (const wide of texts) {
      let isCode = false;
      for (const line of (wide?.text ?? '').split('\n')) {
        if (line.startsWith('```')) isCode = !isCode;
        else if (line.trim() !== '') expect(line.startsWith('curl')).toBe(isCode);
      }
      expect(isCode).toBe(false);
    }
    expect(texts.flatMap((wide) => wide?.beside ?? [])).not.toEqual([]);
    expect(texts.flatMap((wide) => wide?.joined ?? [])).not.toEqual([]);
  });

  it('repeats no step of a numbered list', async () => {
    const steps = counted(1, 60).map(
      (number): Block => ({
        kind: 'list-item',
        depth: 0,
        marker: `${number}.`,
        text: `Sentence ${number} tells how to carry the frame of this hive to its stand.`,
      }),
    );
    const passages = passagesOf(steps);
    expect(passages.length).toBeGreaterThan(2);
    const { wide } = await widen(passages, [1, 2]);
    const all = numbersIn(wide[0]?.text ?? '');
    expect(wide[0]?.joined).toHaveLength(1);
    expect(all).toEqual(counted(all[0] ?? 0, all.length));
  });

  it('takes in nothing of another page or another run', async () => {
    const other = passagesOf([paragraph(sentences(0, 150))], 'h');
    const elsewhere = long.map((passage) =>
      passage.ordinal === 2 ? passage : { ...passage, url: 'https://x.example/' },
    );
    expect((await widen(elsewhere, [2])).wide[0]?.text).toBe(long[2]?.text);
    const { asked } = await widen([...long, ...other], [2]);
    expect(asked).toEqual(['g.1', 'g.3']);
  });

  it('of a video keeps the moment where it begins, also beside what was found at another moment', async () => {
    const at = (second: number) => `https://www.youtube.com/watch?v=bees&t=${second}s`;
    const video = passagesOf(
      counted(0, 15).map((place) => paragraph(sentences(place * 10, place * 10 + 10), at(place * 60))),
    );
    const alone = await widen(video, [1]);
    expect(alone.wide[0]?.passage.url).toBe(video[1]?.url);
    expect(alone.wide[0]?.beside).toHaveLength(2);
    const both = await widen(video, [1, 2]);
    expect(both.wide.map(({ passage }) => passage.url)).toEqual([video[1]?.url, video[2]?.url]);
  });

  it('divides nothing of a text without spaces, and repeats nothing of it', async () => {
    const chinese = counted(0, 200).map((number) => `第${number}只蜜蜂在傍晚把花粉带回蜂巢然后休息。`);
    const passages = passagesOf([paragraph(chinese.join(''))]);
    const { wide } = await widen(passages, [2]);
    expect(wide[0]?.text.length).toBeGreaterThan(passages[2]?.text.length ?? 0);
    expect(chinese.join('')).toContain(wide[0]?.text);
  });

  it('is widened for the best three only, and stays as it is where neighbours are not in the index', async () => {
    const { wide, asked } = await widen(long, [0, 2, 4, 6]);
    expect(wide[3]?.text).toBe(long[6]?.text);
    expect(asked).not.toContain('g.7');
    const only = long.slice(2, 3);
    expect((await widen(only, [0])).wide[0]?.text).toBe(long[2]?.text);
  });
});
