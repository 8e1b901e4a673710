import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import { textAsker } from './asker.ts';

/** As search tells of a content of few passages. */
const statistics = { passages: 3, frequencies: new Map<string, number>() };

const { passages } = textAsker(`# Barkside dog hotel

## Your dog's stay

Your dog has a heated kennel of its own. Every dog is walked twice a day, and dogs that know each other may share a kennel. The dog's bed and toys
may come from home.

## Health

Each dog needs a vaccination card. If your dog falls ill, we call your vet first, then you. A dog on a diet gets its own food.

## Booking

A night is £28 for a dog. Book your dog's place two weeks before, with a deposit of £20. You may change the dates of your dog's stay until five
days before.

## Our team

The manager looks after bookings. Our groomer washes and trims dogs on Fridays; ask the manager for a time.
`);

const ask = (question: string): string | null =>
  extractAnswer(question, passages, { statistics })
    ?.map(({ markdown }) => markdown)
    .join('\n') ?? null;

describe('A content of few passages', () => {
  it.each([
    ['does my dog need a vaccination', 'vaccination card'],
    ['what if my dog is ill', 'we call your vet'],
    ['how often is my dog walked', 'twice a day'],
    ['can i change my dates', 'five'],
    ['how much is a night', '£28'],
    ['can my dog bring toys', 'may come from home'],
  ])('answers: %s', (question, told) => expect(ask(question)).toContain(told));

  it.each([
    'can my son train my dog',
    'my dog was stolen',
    'do you adopt dogs',
    'is my dog insured',
    'my dog bit somebody',
  ])('does not answer by a word that each of its sections holds: %s', (question) => expect(ask(question)).toBeNull());
});

describe('A question for a fact', () => {
  it.each(['how much is the groomer', 'how much is a kennel', 'who is the manager'])(
    'is not answered by a text without it: %s',
    (question) => expect(ask(question)).toBeNull(),
  );

  it('is not answered by hours, addresses and work of another kind', () => {
    const potter = textAsker(`# Mudlark pottery

## Shipping

Your parcel is sent within 48 hours, after 5–7 business days at Christmas. Enter the address where it should arrive.

## Custom work

We make no custom work. If your order arrives broken, send us a picture by mail.
`);
    const answered = (question: string) => extractAnswer(question, potter.passages, { statistics });
    for (const question of [
      'when are you open',
      'what are your hours',
      'where are you located',
      'are you hiring',
      'who owns the pottery',
    ])
      expect(answered(question), question).toBeNull();
    expect(answered('how long until it is sent')?.[0]?.markdown).toContain('48 hours');
  });

  it.each([
    ['when are you open', 'By appointment only'],
    ['where are you located', 'in the old mill'],
    ['who is the potter', 'Ada'],
    ['who runs the pottery', 'run by Ada'],
  ])('is answered in whatever form it is told: %s', (question, told) => {
    const potter = textAsker(
      '# Mudlark pottery\n\n## Visits\n\nVisits are by appointment only. By appointment only, we open the showroom. The showroom is located in the old mill at Tarn.\n\n## Us\n\nThe potter is called Ada. The pottery is run by Ada and Tom.\n',
    );
    expect(extractAnswer(question, potter.passages, { statistics })?.[0]?.markdown).toContain(told);
  });

  it('for a person is not answered by a list of things with capitals', () => {
    const bakery = textAsker(
      '# Bakery\n\n## Allergy Warning\n\nOur baker uses shared tools. They touch Dairy, Peanuts, Walnuts and Wheat.\n\n## Rolls\n\nRolls are sold out by noon.\n',
    );
    expect(extractAnswer('who is the baker', bakery.passages, { statistics })).toBeNull();
    expect(extractAnswer('do you use nuts', bakery.passages, { statistics })?.[0]?.markdown).toContain('Walnuts');
  });

  it.each([
    ['# Surf\n\n## Clases\n\nLa tabla y el neopreno están incluidos.\n', 'cuánto cuesta una clase'],
    ['# Panadería\n\n## Encargos\n\nPara cada tarta pedimos una señal de 10 €.\n', 'cuánto cuesta'],
    ['# Ferien\n\n## Stornierung\n\nDanach berechnen wir 80 % des Mietpreises.\n', 'was kostet eine nacht'],
    ['# Joga\n\n## Zajęcia\n\nZajęcia można odwołać najpóźniej 12 godzin wcześniej.\n', 'godziny otwarcia'],
    ['# Clínica\n\n## Urgências\n\nFora do horário, contacte o hospital.\n', 'qual é o horário'],
    ['# Surf\n\n## Clases\n\nLas clases se dan en grupos de seis alumnos.\n', '¿dónde están?'],
    ['# Poterie\n\n## Envoi\n\nIndiquez votre adresse pour la livraison.\n', 'quelle est votre adresse'],
    ['# Clínica\n\n## Urgências\n\nLigue para o veterinário mais próximo.\n', 'quem é o veterinário'],
  ])('is not answered by another fact in other languages: %s', (content, question) => {
    expect(extractAnswer(question, textAsker(content).passages, { statistics })).toBeNull();
  });

  it.each([
    ['# Surf\n\n## Comida\n\nEl desayuno está incluido.\n', 'cuánto cuesta el desayuno', 'incluido'],
    ['# Hotel\n\n## Breakfast\n\nIncluded in the room rate.\n', 'how much is breakfast', 'Included'],
    ['# Gym\n\n## Discounts\n\nStudents get a discount of 10 %.\n', 'how much is the discount', '10 %'],
    ['# Hotel\n\n## Deposit\n\nOn booking, we take 20 %.\n', 'how much is the deposit', '20 %'],
    ['# Töpferei\n\n## Kurse\n\nEin Kurs kostet 60 €, die Anzahlung 20 €.\n', 'was kostet ein kurs', '60 €'],
    ['# Four\n\n## Atelier\n\nL’atelier se trouve derrière l’église.\n', 'où se trouve l’atelier', 'église'],
    ['# Escola\n\n## Equipa\n\nA diretora da escola é Marta.\n', 'quem é a diretora', 'Marta'],
  ])('is answered by that fact, however it is told: %s', (content, question, told) => {
    expect(extractAnswer(question, textAsker(content).passages, { statistics })?.[0]?.markdown).toContain(told);
  });

  it('is answered by a text that tells what the price depends on', () => {
    const shop = textAsker('# Cycle shop\n\n## Repairs\n\nThe cost of a new wheel depends on its size.\n');
    const quoted = extractAnswer('how much is a new wheel', shop.passages, { statistics });
    expect(quoted?.[0]?.markdown).toContain('depends on its size');
  });
});
