/** Verbs whose stem changes are found by any of their forms. */
import { expect, it } from 'vitest';
import { textAsker } from '../asker.ts';

it.each([
  ['¿Atienden a niños?', '# Clínica\n\nAtendemos a niños desde los tres años.\n\nTratamos encías.'],
  ['¿Cuándo empieza el curso?', '# Escuela\n\nLas clases y el curso empezaron en mayo.\n\nHay patio.'],
  ['Wanneer werd de klok gevonden?', '# Hoeve\n\nHandwerkers vonden de klok bij de poort.\n\nDe klok luidt.'],
])('%s', (question, text) => {
  const [, answer = ''] = text.split('\n\n');
  expect(textAsker(text)(question)).toContain(answer);
});

it('is no rule for words of other languages', () => {
  expect(textAsker('# Werkstatt\n\nEin Meter Kabel kostet drei Euro.')('Wie hoch ist die Miete?')).toBeNull();
});
