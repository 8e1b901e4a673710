/** Visitors of a shop for plants and of software for workshops, as they type their questions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namesOneOfKind } from '../../../src/answering/extractive/quotation/one-of-kind.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { type AnsweredContent, answeredContent } from '../shop/answered-content.ts';
import { textAsker } from './asker.ts';

const SHOP = `# Moss & Stem

House plants and pots from our greenhouse in Hereford.

## Delivery

| Service | Price | Delivery time |
| --- | --- | --- |
| Standard | £5.90 | 2 to 4 working days |
| Express | £9.90 | next working day |
| Collection in Hereford | free | same day |

Orders over £60 are posted free. We do not post plants in frost.

## If something is wrong with your plant

Plants that are damaged on arrival are replaced or refunded. Send us a photograph within 48 hours after the parcel came.

## Our plants

### Snake plant

From £14. Tolerates low light and dry air. Poisonous to cats.

### Monstera

From £22. Likes bright, indirect light. Leaves turn yellow when it is watered too much.

### Boston fern

From £12. Needs damp air. Harmless to cats and dogs.
`;

describe('A visitor of a shop for plants', () => {
  const ask = textAsker(SHOP, 'Moss & Stem');

  it('is told the price of a delivery, though a column of the table is named after its time', () => {
    expect(ask('how much is delivery')).toMatch(/\| Service \| Price \| Delivery time \|[\s\S]*£5\.90/);
    expect(ask('how long does delivery take')).not.toContain('£5.90');
  });

  it('is told the prices by the words "price list", which the content lacks', () => {
    const plants = textAsker(
      '# Moss & Stem\n\n## Our plants\n\n### Snake plant\n\nFrom £14.\n\n### Monstera\n\nFrom £22.\n',
    );
    expect(plants('price list')).toContain('£14');
  });

  it('is told what is done for a plant that arrives dead', () => {
    expect(ask('what if my plant arrives dead')).toContain('replaced or refunded');
  });

  it('is told which plant it is that stands a dark room or is safe for cats', () => {
    expect(ask('Which plant is good for a dark room?')).toMatch(/\*\*Snake plant\*\*[\s\S]*low light/);
    expect(ask('which plants are safe for cats')).toMatch(/\*\*Boston fern\*\*[\s\S]*Harmless/);
  });

  it('asks for a free trial of nothing that only is free', () => {
    expect(ask('free trial')).toBeNull();
  });
});

describe('A visitor of software for workshops', () => {
  const ask = textAsker(`# Tallyhive Help

## Plans and pricing

| Plan | Price per month | Users |
| --- | --- | --- |
| Starter | $0 | 1 |
| Workshop | $19 | 5 |

All plans are billed monthly. Pay for a year and you get two months free. Every paid plan can be tried for 14 days.

## Integrations

Tallyhive connects to Shopify and Xero. The REST API has a limit of 60 requests a minute.
`);

  it('is told of a free trial rather than of what costs nothing', () => {
    expect(ask('free trial')).toContain('tried for 14 days');
    expect(ask('is there a free plan')).toContain('$0');
  });

  it('asks for none of a kind with a word that only begins like a heading', () => {
    const section = { heading: '4.1', above: ['Changelog'], blocks: [], isInline: false, isPage: false };
    expect(namesOneOfKind('what changed for orders', section, 'Approval by two.')).toBe(false);
    expect(namesOneOfKind('which changelogs are there', section, 'Approval by two.')).toBe(true);
  });

  it('asks for no price with a rate limit', () => {
    expect(ask('api rate limit')).toContain('The REST API has a limit of 60 requests a minute.');
    expect(ask('your rates')).toContain('$19');
  });
});

describe('In a conversation', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plants-'));
  let content: AnsweredContent;
  const memory = [{ role: 'user' as const, content: 'how much is delivery' }];

  beforeAll(async () => {
    const pages = Array.from({ length: 24 }, (_, at) => `The care of plant number ${at} is told to who buys it.`);
    const hours = '## Opening hours\n\nMonday to Friday 9 am to 5 pm.';
    const lost =
      '## Lost property\n\nFound things are kept at the till for a month.\n\n## Loans\n\nBooks are lent for a week.';
    const delivery =
      '## Delivery times\n\nDelivery takes 2 days. Parcels of plants go out Monday to Friday 9 am to 2 pm. Delivery costs £5.';
    const card = '## Cards\n\nA card that is lost or stolen is replaced for £2.';
    const texts = [...pages, hours, delivery, lost, card];
    content = await answeredContent(
      directory,
      texts.map((text, at) => ({ title: `Page ${at}`, url: null, language: null, blocks: textBlocks(text) })),
    );
  });
  afterAll(async () => {
    await content.close();
    rmSync(directory, { recursive: true });
  });

  it('a new topic is not answered with what matches the question before best', async () => {
    expect((await content.ask('opening times', memory)).content).toContain('9 am to 5 pm');
  });

  it('who lost a thing that the content does not name is told where found things are kept', async () => {
    for (const message of ['I lost my scarf', 'i left my umbrella there yesterday', 'did you find my blue scarf?']) {
      expect((await content.ask(message)).content, message).toContain('kept at the till');
      expect((await content.ask(message, memory)).content, message).toContain('kept at the till');
    }
    expect((await content.ask('I lost my card')).content).toContain('£2');
    expect((await content.ask('I forgot my password')).content).not.toContain('kept at the till');
  });
});
