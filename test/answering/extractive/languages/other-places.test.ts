/** Who asks for the hours or the way of a place that the content does not name is not told those of the owner as if they were its. */
import { expect, it } from 'vitest';
import { unknownWords } from '../../../../src/answering/extractive/missing-content/unknown-words.ts';
import { ask } from '../../generators/ask-without-model.ts';

const passage = (text: string) => [{ title: 'Xyz', url: null, headings: ['Xyz'], text }];
const FRENCH = passage('## Horaires\n\nLundi : 13h30 - 17h30\n\nLa déchetterie est ouverte de 9h à 12h.');
const GERMAN = passage('## Öffnungszeiten\n\nMo–Fr: 9–12 Uhr\n\nDer Wertstoffhof ist samstags geöffnet.');
const SPANISH = passage('## Horario\n\nDe lunes a viernes: de 9:00 a 14:00');

it.each([
  ['Quels sont les horaires de la bibliothèque ?', FRENCH, ['bibliothèque']],
  ['à quelle heure ouvre la piscine', FRENCH, ['piscine']],
  ['Quels sont les horaires de la déchetterie ?', FRENCH, []],
  ['Quels sont les horaires du magasin ?', FRENCH, []],
  ['Wann hat das Schwimmbad auf?', GERMAN, ['Schwimmbad']],
  ['Öffnungszeiten der Bibliothek', GERMAN, ['Bibliothek']],
  ['Wann hat euer Laden auf?', GERMAN, []],
  ['¿A qué hora abre la cafetería?', SPANISH, ['cafetería']],
] as const)('is told what the content lacks: %s', (question, passages, lacking) => {
  expect(unknownWords(question, passages)).toEqual(lacking);
});

const TOWN_HALL = passage(
  "## Nous contacter\n\nMairie de Saint-Aubin  \n4 place de l'Église  \n50160 Saint-Aubin  \nTél. : 02 33 55 10 20",
);

it('is told whose address it is not', async () => {
  for (const question of ['Où se trouve la mairie ?', 'Où se trouve votre magasin ?'])
    expect(await ask(question, { passages: TOWN_HALL })).toMatch(/^(?!Je n'ai rien).*4 place de l'Église/su);
  expect(await ask('Où se trouve la piscine municipale ?', { passages: TOWN_HALL })).toContain(
    "Je n'ai rien trouvé sur « piscine »",
  );
});
