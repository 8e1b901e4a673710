/** Text that was copied from a rendered page: headings without marks, tables with tabs. */
import { expect, test } from 'vitest';
import { textBlocks } from '../../../../src/reading/documents/plain-text/text-blocks.ts';

const heading = (level: number, text: string) => ({ kind: 'heading', level, text });
const paragraph = (text: string) => ({ kind: 'paragraph', text });

test('Short lines of their own above sentences, lists and tables are headings', () => {
  const text = `Baggage

Cabin bags

Every passenger may take one small bag that fits under the seat.

Do you carry pets?

- Dogs and cats of up to 8 kg

We do not carry other animals.`;
  expect(textBlocks(text)).toEqual([
    heading(1, 'Baggage'),
    heading(2, 'Cabin bags'),
    paragraph('Every passenger may take one small bag that fits under the seat.'),
    heading(2, 'Do you carry pets?'),
    { kind: 'list-item', depth: 0, marker: '-', text: 'Dogs and cats of up to 8 kg' },
    paragraph('We do not carry other animals.'),
  ]);
});

test.each([
  ['one alone', 'Dear guests\n\nThe pool is closed on Monday.\n\nIt opens again on Tuesday.'],
  [
    'labels, prices and numbers',
    'Phone: 555 0199\n\nCall us any day.\n\n£11 a head\n\nBook a table now.\n\n2026\n\nWe open in May.',
  ],
  ['sentences and lines of an address', 'We bake bread.\n\nIt is good bread.\n\nMill Lane\n\nOldham\n\nEngland'],
  ['lines above a shorter text', 'The long name of a dish\n\nIt is hot.\n\nThe name of another dish\n\nIt is cold.'],
])('No heading is made of %s', (_, text) => {
  expect(textBlocks(text).every(({ kind }) => kind === 'paragraph')).toBe(true);
});

test('A text that marks its headings keeps them', () => {
  const text =
    '# Marked\n\nSmall print\n\nIt is told in small letters here.\n\nMore print\n\nIt is told in small letters too.';
  expect(textBlocks(text).filter(({ kind }) => kind === 'heading')).toEqual([heading(1, 'Marked')]);
});

test('Numbered sections below a marked title are headings', () => {
  const told = 'What stands here is long enough for a section of terms, with several sentences. '.repeat(2).trim();
  const text = `# Terms\n\n1. Who we are\n\n${told}\n\n2. Accounts\n\n${told}\n\n3. Ending\n\n${told}`;
  expect(textBlocks(text).filter(({ kind }) => kind === 'heading')).toEqual([
    heading(1, 'Terms'),
    heading(2, '1. Who we are'),
    heading(2, '2. Accounts'),
    heading(2, '3. Ending'),
  ]);
});

test('Short lines right above their text are headings, too', () => {
  const text = `Weddings
Half a day is £950. Both include a gallery with at least 300 pictures.

Do you do video?
No, but I can recommend two people.

Prices
Album: £280
Print: £12

Studio Clara
Mill Lane 4
Exeter`;
  expect(textBlocks(text)).toEqual([
    heading(2, 'Weddings'),
    paragraph('Half a day is £950. Both include a gallery with at least 300 pictures.'),
    heading(2, 'Do you do video?'),
    paragraph('No, but I can recommend two people.'),
    heading(2, 'Prices'),
    paragraph('Album: £280\nPrint: £12'),
    paragraph('Studio Clara\nMill Lane 4\nExeter'),
  ]);
});

test('Abbreviations in capitals do not keep other short lines from being headings', () => {
  const text =
    'Your logo\nUpload it in the settings.\n\nVAT\nSet your number in the settings.\n\nExports\nUse the menu of each report.';
  expect(textBlocks(text).filter(({ kind }) => kind === 'heading')).toEqual(
    ['Your logo', 'VAT', 'Exports'].map((name) => heading(2, name)),
  );
});

const LONG =
  'Book up to seven days ahead in the app, and cancel no later than two hours before, or you lose one of your credits.';

test('Lines stay apart where no editor wrapped them', () => {
  const entries = 'Spin – 45 minutes, Monday, Wednesday and Friday 6.30am and 6.15pm\nYoga – 60 minutes, Sunday 10am';
  expect(textBlocks(entries)).toEqual([paragraph(entries)]);
  const lines = 'We teach in small groups of at most eight people, all year round\nEach group has a teacher of its own';
  expect(textBlocks(`${LONG} Really.\n\n${lines}`)[1]).toEqual(paragraph(lines));
});

test('Lines that an editor wrapped are joined', () => {
  const wrapped =
    'We teach in small groups of at most eight people, all year round,\nand Each group has a teacher of its own';
  expect(textBlocks(wrapped)).toEqual([paragraph(wrapped.replace('\n', ' '))]);
  expect(textBlocks(`${LONG} Really.\n\n${wrapped}`)[1]).toEqual(paragraph(wrapped.replace('\n', ' ')));
});

test('Wrapped paragraphs are joined beside a long line, also where lines begin with capitals', () => {
  const wrapped = `Das Frühstück gibt es von 7 bis 10 Uhr im Speisesaal, und für den
Parkplatz berechnen wir 5 Euro am Tag. Haustiere sind erlaubt, jeder
Hund kostet 8 Euro je Nacht. Die Kurtaxe wird bei der Anreise bezahlt.`;
  const short = 'Bis sieben Tage vor der Anreise ist alles kostenlos, danach ist die\nHälfte des Preises zu zahlen.';
  const greeting = 'Wir freuen uns sehr über Ihren Besuch und wünschen eine gute Reise,\nFamilie Albrecht';
  const blocks = textBlocks(`${LONG} Really.\n\n${wrapped}\n\n${short}\n\n${greeting}`);
  expect(blocks.slice(1)).toEqual([wrapped, short, greeting].map((text) => paragraph(text.replaceAll('\n', ' '))));
});

test('Paragraphs that were wrapped at a wide column are joined, also where lines begin with code', () => {
  const wide = `Keys, files and texts of the listed subjects are destroyed in the restored data. Its log records these deletions again (actor \`system\`, part
\`restore\`), so that deleted accounts do not come back empty, and their email addresses are free to be taken again. Cached embeddings are not restored,
since they do not say whose text they belong to.`;
  expect(textBlocks(wide)).toEqual([paragraph(wide.replaceAll('\n', ' '))]);
});

test('Sentences that stand in lines of their own stay apart beside a long line', () => {
  const sentences = `The pool is open to guests of the hotel from May to September.
The sauna is open to guests of the hotel from October to April.
The gym is open to guests of the hotel on every day of the year.`;
  expect(textBlocks(`${LONG} Really.\n\n${sentences}`)[1]).toEqual(paragraph(sentences));
});

test('Titles above values stand above days that have none, and above text without spaces', () => {
  const text = `Starters
Soup: £6
Bread: £3

Opening hours
Monday: closed
Tuesday: 12–2pm

退货政策
商品自签收之日起七天内可以无理由退货。`;
  expect(textBlocks(text).flatMap((block) => (block.kind === 'heading' ? block.text : []))).toEqual([
    'Starters',
    'Opening hours',
    '退货政策',
  ]);
});

test('A word without end below a title takes no longer than its length', () => {
  const started = performance.now();
  textBlocks(`Title\n${'a'.repeat(100_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('Lines with tabs are a table where the first names three columns and more', () => {
  expect(textBlocks('Fare\tFirst bag\tMore bags\nLight\t€29\t€55\nFlex\t\t€39')).toEqual([
    { kind: 'table', header: 'Fare | First bag | More bags', rows: ['Light | €29 | €55', 'Flex |  | €39'] },
  ]);
  expect(textBlocks('Adults\t€12\nChildren\t€6')).toEqual([paragraph('Adults\t€12\nChildren\t€6')]);
});

const TITLED = `Openingstijden
We zijn elke dag van 9 tot 17 uur open.

Tarieven
Een bezoek kost bij ons 12 euro.

Parkeren
Parkeren kan gratis achter het huis.

Betalen
U kunt bij ons ook met de pinpas betalen.

Vacatures
We zoeken op dit moment een nieuwe collega.`;

const titlesOf = (text: string) => textBlocks(text).flatMap((block) => (block.kind === 'heading' ? [block.text] : []));

test('A text whose paragraphs begin with titles has one above names and addresses, too', () => {
  const text = `${TITLED}

Team
Marloes Bakker, planning
Peter van Dijk, eigenaar

Contact
Dorpsstraat 4, 1234 AB Houten`;
  expect(titlesOf(text).slice(-3)).toEqual(['Vacatures', 'Team', 'Contact']);
});

test('An address below a title of its own keeps its first line', () => {
  expect(titlesOf(`${TITLED}\n\nContact\n\nBakker Installatie\nDorpsstraat 4`)).not.toContain('Bakker Installatie');
});

test('Most paragraphs without a title leave the others without one', () => {
  const plain = Array.from({ length: 6 }, (_, at) => `Naam ${at}\nstraat ${at}`).join('\n\n');
  expect(titlesOf(`${TITLED}\n\n${plain}`)).not.toContain('Naam 1');
});

test('Japanese titles stand above sentences with numbers and above items with a middle dot', () => {
  const text = `お支払い
会費は毎月27日に翌月分を口座振替でいただきます。

持ち物
・指定の帽子（1,320円）
・タオル`;
  expect(textBlocks(text)).toEqual([
    heading(2, 'お支払い'),
    paragraph('会費は毎月27日に翌月分を口座振替でいただきます。'),
    heading(2, '持ち物'),
    { kind: 'list-item', depth: 0, marker: '-', text: '指定の帽子（1,320円）' },
    { kind: 'list-item', depth: 0, marker: '-', text: 'タオル' },
  ]);
});
