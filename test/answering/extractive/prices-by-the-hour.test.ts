import { expect, it } from 'vitest';
import { ask } from '../generators/ask-without-model.ts';

const page = (text: string) => [{ title: 'Site', url: 'https://site.example/', headings: [], text }];

const ITALIAN = page("# Prezzi\n\nUna lezione costa 30 € all'ora.\n\n# Orari\n\nSiamo aperti dalle 9 alle 18.");
const NORWEGIAN = page('# Priser\n\nTimepris: 450 kr.\n\n# Åpningstider\n\nVi har åpent 9 til 17. Timen kan flyttes.');
const SWEDISH = page('# Priser\n\nTimpris: 450 kr.\n\n# Öppettider\n\nVi har öppet 9 till 17. Timmen kan flyttas.');
const DANISH = page('# Priser\n\nTimepris: 450 kr.\n\n# Åbningstider\n\nVi har åbent 9 til 17. Timen kan flyttes.');

it.each([
  ['qual è la tariffa oraria', ITALIAN, '30 €'],
  ['costo orario?', ITALIAN, '30 €'],
  ['hva tar dere i timen', NORWEGIAN, '450 kr'],
  ['vad tar ni i timmen', SWEDISH, '450 kr'],
  ['hvad tager i i timen', DANISH, '450 kr'],
])('“%s” gets the price of an hour, not the opening hours', async (question, passages, price) => {
  const answer = await ask(question, { passages });
  expect(answer).toContain(price);
});

it('“como vou até vocês” gets the way there', async () => {
  const passages = page(
    '# Como chegar\n\nApanhe o autocarro 12 até à praça.\n\n# Turmas\n\nHá vários alunos por turma.',
  );
  const answer = await ask('como vou até vocês', { passages });
  expect(answer).toContain('autocarro 12');
});
