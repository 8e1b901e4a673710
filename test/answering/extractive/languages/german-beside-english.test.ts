/** A site whose content is in English and, in smaller part, in German, asked by German visitors. */
import { expect, it } from 'vitest';
import { extractAnswer } from '../../../../src/answering/extractive/extract-answer.ts';

const page = (title: string, text: string) => ({ title, headings: [title], text });

const delivery = page(
  'Versand und Lieferung',
  `Bestellungen, die montags bis freitags vor 14 Uhr eingehen, verlassen das Lager noch am selben Tag.

## Versandkosten und Lieferzeiten

Land | Lieferzeit | Kosten
--- | --- | ---
Deutschland | 1 bis 2 Werktage | 4,90 €
Polen | 3 bis 5 Werktage | 9,90 €

## Abholung

Sie können die Bestellung kostenlos im Laden abholen, meist schon zwei Stunden später.`,
);
const vouchers = page(
  'Geschenkgutscheine',
  `Unsere Gutscheine gibt es über jeden Betrag von 10 bis 250 €.

## Wie löse ich einen Gutschein ein?

Geben Sie den Code an der Kasse ein. Ein Rest bleibt auf dem Gutschein.`,
);
const english = ['Backups', 'Settings', 'Upgrades', 'Models'].map((title) =>
  page(title, `How the service is run is told here, and which of the ${title.toLowerCase()} you need for it.`),
);

const answer = (question: string) => extractAnswer(question, [delivery, vouchers, ...english])?.[0]?.markdown;

it.each(['Wie lange dauert die Lieferung?', 'Wie lange dauert der Versand?'])(
  '%s is read as German, although most of the content is English',
  (question) => {
    expect(answer(question)).toContain('1 bis 2 Werktage');
  },
);

it.each(['Verkauft ihr Gutscheine?', 'Habt ihr Gutscheine?'])(
  '%s is answered by what there is, and not by how it is used',
  (question) => {
    expect(answer(question)).toBe('Unsere Gutscheine gibt es über jeden Betrag von 10 bis 250 €.');
  },
);

it('a question for the way that something is done is answered by that', () => {
  expect(answer('Wie löse ich einen Gutschein ein?')).toContain('Geben Sie den Code an der Kasse ein.');
});
