/** Who lost something is looked for below lost property, in four languages, and nobody who lost what no desk keeps. */
import { expect, it } from 'vitest';
import { lostPropertyWords } from '../../../../src/answering/extractive/dialogue/lost-things.ts';

it.each([
  ['en', 'I think I left my umbrella on the bus'],
  ['en', 'hi, i lost my scarf yesterday'],
  ['en', 'has anyone handed in a red hat?'],
  ['de', 'Ich habe gestern meinen Schal bei euch liegen gelassen'],
  ['de', 'Mein Sohn hat eine Mütze verloren'],
  ['fr', 'J’ai oublié mon parapluie chez vous'],
  ['es', 'he perdido mi bufanda'],
] as const)('%s: “%s” asks for lost property', (language, message) => {
  expect(lostPropertyWords(message, language)).not.toBeNull();
});

it.each([
  ['en', 'I forgot my password'],
  ['en', 'I left early'],
  ['en', 'what if I lose my ticket?'],
  ['en', 'do you sell scarves'],
  ['de', 'Ich habe mein Passwort vergessen'],
  ['de', 'Wie viele Punkte gehen verloren?'],
  ['fr', 'j’ai oublié mon mot de passe'],
  ['es', 'olvidé mi contraseña'],
] as const)('%s: “%s” does not', (language, message) => {
  expect(lostPropertyWords(message, language)).toBeNull();
});
