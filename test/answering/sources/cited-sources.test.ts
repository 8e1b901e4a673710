import { describe, expect, it } from 'vitest';
import { complete, scripted, tell } from '../support/answered-question.ts';

describe('Sources of an answer', () => {
  it('are the cited passages, numbered in the order of the text', async () => {
    const { content, sources } = complete(await tell(scripted('Wax [2]. Pollen [1], wax again [2].')));
    expect(content).toBe('Wax [1]. Pollen [2], wax again [1].');
    expect(sources.map(({ title, url }) => [title, url])).toEqual([
      ['Hives', 'https://bees.example/b'],
      ['Bees', 'https://bees.example/a'],
    ]);
    expect(sources[0]?.snippet).toBe('Bees live in hives of wax.');
  });

  it('include no invented passage', async () => {
    const { content, sources } = complete(await tell(scripted('Pollen [1], magic [17][4].')));
    expect(content).toBe('Pollen [1], magic.');
    expect(sources).toHaveLength(1);
  });

  it('count passages of one page as one, and are five at most', async () => {
    const texts = ['dance', 'sleep', 'sing', 'march', 'swim', 'climb', 'dig'];
    const passages = texts.map((verb, index) => ({
      title: `Page ${index}`,
      url: index === 1 ? 'https://bees.example/0' : `https://bees.example/${index}`,
      text: `Bees ${verb} all day in their own very special way.`,
    }));
    const { content, sources } = complete(
      await tell(scripted('A [1] b [2] c [3] d [4] e [5] f [6] g [7].'), {}, { passages }),
    );
    expect(sources.length).toBeLessThanOrEqual(5);
    expect(new Set(sources.map(({ url }) => url)).size).toBe(sources.length);
    expect(content.match(/\[\d+\]/g)?.every((marker) => Number(marker.slice(1, -1)) <= sources.length)).toBe(true);
  });

  it('are found by their words when the model cites nothing', async () => {
    const said = 'Pollination works by bees carrying pollen to flowers on their legs.';
    expect(complete(await tell(scripted(said))).sources.map(({ title }) => title)).toEqual(['Bees']);
    expect(complete(await tell(scripted('Sorry, I do not know anything about airplanes.'))).sources).toEqual([]);
  });
});
