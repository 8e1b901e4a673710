import { describe, expect, it } from 'vitest';
import { termsFor } from '../../../../src/answering/extractive/question/question-terms.ts';
import { wordOf } from '../../../../src/answering/extractive/terms/terms.ts';

/** Words of a question with the weight of a topic, at a site with this text. */
const topicsOf = (question: string, text: string) =>
  termsFor(question, [{ title: '', url: null, headings: [], text }])
    .filter(({ weight }) => weight >= 1)
    .map(wordOf);

describe('Words that only ask', () => {
  it.each([
    ['wie funktioniert yoga', 'Unser Studio liegt in der Stadt und ist jeden Tag geöffnet.'],
    ['je cherche du yoga', 'Notre studio est dans la ville et il est ouvert tous les jours.'],
    ['yoga c est combien de fois', 'Notre studio est dans la ville et il est ouvert tous les jours.'],
    ['busco yoga', 'Nuestro estudio está en la ciudad y abre todos los días.'],
    ['como funciona yoga', 'O nosso estúdio fica na cidade e abre todos os dias.'],
    ['fino a quando yoga', 'Il nostro studio si trova in città ed è aperto tutti i giorni.'],
    ['kunt u mij vertellen yoga alstublieft', 'Onze studio ligt in de stad en is elke dag open.'],
    ['jak często yoga', 'Nasze studio jest w mieście i jest otwarte codziennie.'],
    ['ne sıklıkla yoga', 'Stüdyomuz şehirde ve her gün açık.'],
    ['возможна ли yoga', 'Наша студия находится в городе и работает каждый день.'],
    ['пропонуєте yoga', 'Наша студія знаходиться в місті та працює щодня.'],
    ['hur många yoga har ni', 'Vår studio ligger i staden och är öppen varje dag.'],
    ['är yoga möjligt', 'Vår studio ligger i staden och är öppen varje dag.'],
    ['hvor ofte yoga', 'Vores studie ligger i byen og har åbent hver dag.'],
    ['můžete mi říct prosím yoga', 'Naše studio je ve městě a je otevřeno každý den.'],
    ['tolong beritahu yoga', 'Studio kami ada di kota dan buka setiap hari.'],
  ])('count less than the topic: %s', (question, text) => {
    expect(topicsOf(question, text)).toEqual(['yoga']);
  });

  it('are not corrected to words of the content', () => {
    const text = 'Receptionen är bemannad måndag 9–19. Vi har öppet för alla våra medlemmar.';
    const [term] = termsFor('hur många', [{ title: '', url: null, headings: [], text }]);
    expect([...(term?.variants.keys() ?? [])]).toEqual([]);
  });
});
