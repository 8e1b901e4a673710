/** Who asks for a human where nobody can take over is told how to contact the owner, in the visitor's language and spelling. */
import { expect, it } from 'vitest';
import { ask } from '../generators/ask-without-model.ts';

const told = (text: string) => [{ title: 'Site', url: null, headings: [], text, score: 1 }];

it.each([
  ['mit mensch sprechen', 'Sie erreichen uns unter Tel. 0951 208 41 17.'],
  ['parler à un conseiller', 'Appelez-nous. Tél. : 02 97 44 18 60.'],
  ['chce porozmawiac z czlowiekiem', 'Pracownia w Poznaniu. Tel. 61 852 33 10.'],
  ['połącz mnie z konsultantem', 'Pracownia w Poznaniu. Tel. 61 852 33 10.'],
  ['позовите человека', 'Мастерская в Казани. Тел. +7 843 292-11-40.'],
  ['хочу поговорить с живым человеком', 'Мастерская в Казани. Тел. +7 843 292-11-40.'],
  ['покличте людину', 'Майстерня в Києві. Тел. +380 44 292 11 40.'],
  ['bir müşteri temsilcisiyle görüşebilir miyim', 'Pansiyon Datça’da. Tel. 0252 712 45 18.'],
])('answers “%s” with the contact alone', async (question, text) => {
  const answer = await ask(question, { passages: told(`${text}\n\n1998`) });
  expect(answer).toContain(text.slice(text.search(/Tel|Tél|Тел/u)).slice(0, 12));
});
