/** The languages of the widget's own texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { smallTalkIn } from '../../src/answering/extractive/dialogue/small-talk.ts';
import { VISITOR_LANGUAGES } from '../../src/answering/extractive/languages/visitor-language.ts';
import { stringsOf, thanksTo } from '../../widget/panel/strings.ts';
import { LANGUAGES } from '../../widget/shared/languages.ts';
import { strings as english } from '../../widget/strings/en.ts';

/** Without the script that it is written in. */
const languageOf = (code: string): string => new Intl.Locale(code).language;
const placesOf = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('The languages of the widget', () => {
  it('are all that answers are written in without a model', () => {
    expect(new Set(LANGUAGES.map(languageOf))).toEqual(new Set(VISITOR_LANGUAGES));
  });

  it('each have one file', () => {
    const files = readdirSync('widget/strings').sort();
    expect(files).toEqual(LANGUAGES.map((code) => `${code}.ts`).sort());
  });

  it('are listed where the widget is described', () => {
    const [, listed = ''] = /One of `([^`]+)`/.exec(readFileSync('docs/widget.md', 'utf8')) ?? [];
    expect(listed.split(' ').sort()).toEqual([...LANGUAGES].sort());
  });
});

describe.each(LANGUAGES)('The texts of the widget: %s', (code) => {
  const texts = async () => stringsOf(await import(`../../widget/strings/${code}.ts`));

  it('are all there, with places for the same values as the English ones', async () => {
    for (const [name, text] of Object.entries(await texts())) {
      expect([name, text.trim()]).toEqual([name, text]);
      expect(text).not.toBe('');
      // A language may thank without a name.
      if (name !== 'thanks')
        expect([name, placesOf(text)]).toEqual([name, placesOf(english[name as keyof typeof english])]);
    }
  });

  it('thank somebody who gave no name without a gap', async () => {
    const strings = await texts();
    expect(thanksTo(undefined, strings)).not.toMatch(/[{}\s,،，、](?=[.!。।]|$)|[{}]/u);
    expect(thanksTo('Ada', strings)).not.toMatch(/[{}]/);
  });

  it('ask for a human in words that count as a request for one', async () => {
    const { human } = await texts();
    expect(smallTalkIn(human)).toEqual({ kind: 'human', languages: expect.arrayContaining([languageOf(code)]) });
  });
});
