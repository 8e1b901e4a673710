import { describe, expect, it } from 'vitest';
import type { Cue } from '../../../../src/ports/content/videos.ts';
import { chunkDocument } from '../../../../src/text/chunking/chunk-document.ts';
import { transcriptDocument } from '../../../../src/workers/ingestion/video/transcript-document.ts';

const ID = 'dQw4w9WgXcQ';
const documentOf = (cues: readonly Cue[]) =>
  transcriptDocument(ID, { ok: true, title: 'Bread', language: 'en', captions: 'manual', cues });
const blocksOf = (cues: readonly Cue[]) =>
  documentOf(cues).blocks.map((block) => [block.kind === 'paragraph' && block.url, 'text' in block && block.text]);
const at = (second: number) => `https://www.youtube.com/watch?v=${ID}&t=${second}s`;

describe('A transcript', () => {
  it('leads to the video, and each paragraph to its second', () => {
    const document = documentOf([
      { startMs: 1_900, text: 'Mix flour and water.' },
      { startMs: 12_000, text: 'Wait a while.' },
      { startMs: 23_000, text: 'Now knead it.' },
    ]);
    expect(document).toEqual({
      title: 'Bread',
      url: `https://www.youtube.com/watch?v=${ID}`,
      language: 'en',
      blocks: [
        { kind: 'paragraph', text: 'Mix flour and water. Wait a while.', url: at(1) },
        { kind: 'paragraph', text: 'Now knead it.', url: at(23) },
      ],
    });
  });

  it('without full stops is parted by time and length all the same', () => {
    const cues = Array.from({ length: 40 }, (_, place) => ({ startMs: place * 5_000, text: 'and so we go on' }));
    const blocks = blocksOf(cues);
    expect(blocks.map(([url]) => url)).toEqual([at(0), at(45), at(90), at(135), at(180)]);
    const long = [0, 1, 2].map((second) => ({ startMs: second * 1_000, text: 'x'.repeat(400) }));
    expect(blocksOf(long)).toHaveLength(3);
  });

  it('without full stops keeps its lines, which are all that divides it', () => {
    const said = ['hi everyone', 'we have six of them', 'they print pla', 'first you slice', 'then you save', 'thanks'];
    const cues = said.map((text, place) => ({ startMs: place * 3_000, text }));
    expect(blocksOf(cues)).toEqual([[at(0), said.join('\n')]]);
    const ended = cues.map(({ startMs, text }) => ({ startMs, text: `${text}.` }));
    expect(blocksOf(ended)).toEqual([[at(0), said.map((text) => `${text}.`).join(' ')]]);
  });

  it('is parted where nothing is said for long', () => {
    const cues = [
      { startMs: 0, text: 'before' },
      { startMs: 15_000, text: 'after' },
    ];
    expect(blocksOf(cues)).toEqual([
      [at(0), 'before'],
      [at(15), 'after'],
    ]);
  });

  it('sets spaces only where its script does', () => {
    const cues = [
      { startMs: 0, text: '小麦粉と水を' },
      { startMs: 1_000, text: '混ぜます' },
      { startMs: 2_000, text: 'mit Salz' },
    ];
    expect(blocksOf(cues)[0]?.[1]).toBe('小麦粉と水を混ぜます mit Salz');
  });

  it('of an hour gives chunks that each lead to the moment they begin at', () => {
    const cues = Array.from({ length: 900 }, (_, place) => ({
      startMs: place * 4_000,
      text: `Step number ${place} of the recipe takes some patience.`,
    }));
    const chunks = chunkDocument(documentOf(cues));
    expect(chunks.length).toBeGreaterThan(15);
    for (const { url, text } of chunks) {
      const step = Number(/^Step number (\d+)/.exec(text)?.[1]);
      const second = Number(/&t=(\d+)s$/.exec(url ?? '')?.[1]);
      // A chunk may begin with the last sentences of the paragraph before.
      expect(step * 4 - second).toBeGreaterThanOrEqual(0);
      expect(step * 4 - second).toBeLessThan(25);
    }
    expect(new Set(chunks.map(({ url }) => url)).size).toBe(chunks.length);
  });
});
