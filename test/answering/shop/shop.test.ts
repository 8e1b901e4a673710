/** The demo's shop, asked as visitors ask: short, with typos, in German, off its topics. Without a language model. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHtml } from '../../../src/reading/html/read-html.ts';
import { directoryOfFile } from '../../support/temporary-directory.ts';
import { type AnsweredContent, answeredContent } from './answered-content.ts';
import { HELD_OUT, type ShopQuestion, TUNED } from './questions.ts';

const MIN_RIGHT = 54;
const site = new URL('../../../demo/shop/', import.meta.url);

describe('A visitor of the demo’s shop', () => {
  let shop: AnsweredContent;
  const directory = directoryOfFile();
  beforeAll(async () => {
    const pages = readdirSync(site).map((name) => {
      const bytes = readFileSync(new URL(name, site));
      return readHtml({ url: `https://fernandfig.example/${name}`, contentType: 'text/html; charset=utf-8', bytes });
    });
    shop = await answeredContent(
      directory,
      pages.map(({ document }) => document),
    );
  });
  afterAll(() => shop?.close());

  async function faultOf({ ask, after = [], says, lacks = [], uncited = false }: ShopQuestion): Promise<string | null> {
    const memory = after.map((content) => ({ role: 'user', content }) as const);
    const { content, sources } = await shop.ask(ask, memory);
    const answer = content.toLowerCase();
    const missing = says.filter((part) => !answer.includes(part.toLowerCase()));
    const surplus = lacks.filter((part) => answer.includes(part.toLowerCase()));
    const isCited = sources.length > 0;
    if (missing.length + surplus.length === 0 && isCited !== uncited) return null;
    return `${ask}: ${JSON.stringify({ missing, surplus, isCited, content })}`;
  }

  it(`gets at least ${MIN_RIGHT} of sixty questions answered as a person would accept`, async () => {
    const questions = [...TUNED, ...HELD_OUT];
    const faults = (await Promise.all(questions.map(faultOf))).filter((fault) => fault !== null);
    expect(questions).toHaveLength(60);
    expect(faults.length, faults.join('\n')).toBeLessThanOrEqual(questions.length - MIN_RIGHT);
  });

  it('is never offered what was asked or offered before', async () => {
    const asked = 'What are your opening hours?';
    const first = await shop.ask(asked);
    const memory = [
      { role: 'user', content: asked },
      { role: 'assistant', content: first.content, suggestions: first.suggestions },
    ] as const;
    const second = await shop.ask('Where can I park?', memory);
    expect(second.suggestions).toHaveLength(3);
    for (const suggestion of second.suggestions) expect([asked, ...first.suggestions]).not.toContain(suggestion);
  });

  it('is suggested only questions that are answered', async () => {
    for (const asked of ['delivery costs', 'Wie kann ich bezahlen?', 'gift cards', 'Öffnungszeiten']) {
      const { suggestions } = await shop.ask(asked);
      for (const suggestion of suggestions) {
        const { content, sources } = await shop.ask(suggestion);
        expect(sources.length, `${suggestion}: ${content}`).toBeGreaterThan(0);
      }
    }
  });
});
