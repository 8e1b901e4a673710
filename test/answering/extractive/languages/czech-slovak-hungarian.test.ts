/** Answers without a model to Czech, Slovak and Hungarian questions, in other forms than the content has and without marks. */
import { expect, it } from 'vitest';
import { tellsDuration } from '../../../../src/answering/extractive/facts/durations.ts';
import { asksForPrice, tellsPrice } from '../../../../src/answering/extractive/facts/prices.ts';
import { daysIn, tellsTime } from '../../../../src/answering/extractive/facts/weekdays.ts';
import { textAsker } from '../asker.ts';

const CZECH = `# Kemp

## Parkování

Auto odstavíte na louce za potokem. Karavan má vlastní stání.

## Půjčovna

Loďku půjčujeme za 300 Kč na den.

## Zrušení pobytu

Pobyt zrušíte nejpozději tři dny předem.

## Zvířata

Psi musí být na vodítku.`;

const SLOVAK = `# Kúpele

## Masáže

Masáž chrbta stojí 25 € a trvá pol hodiny.

## Otváracie hodiny

Bazén je otvorený od 9. do 20. hodiny, v utorok je zatvorený.

## Poukážky

Darčekovú poukážku vystavíme na recepcii.

## Šatne

Skrinky v šatniach zamykáte vlastnou mincou.`;

const HUNGARIAN = `# Kemping

## Sátorhely

A sátorhely éjszakánként 4 000 Ft, az áram külön fizetendő.

## Kutyák

Kutyákat pórázon fogadunk.

## Nyitvatartás

A recepció 8 órától 20 óráig tart nyitva.

## Mosókonyha

A mosógéphez zsetont a büfében vásárolhat.`;

it.each([
  [CZECH, 'Kde můžu zaparkovat?', 'Auto odstavíte na louce'],
  [CZECH, 'kde je u vas parkoviste nebo misto k parkovani', 'Auto odstavíte na louce'],
  [CZECH, 'Dají se u vás půjčit loďky?', 'Loďku půjčujeme'],
  [CZECH, 'jak zrusit pobyt', 'Pobyt zrušíte'],
  [CZECH, 'Můžu si s sebou vzít psa?', 'Psi musí být'],
  [SLOVAK, 'Koľko zaplatím za masáž?', 'Masáž chrbta stojí 25 €'],
  [SLOVAK, 'kolko stoji masaz chrbta', 'Masáž chrbta stojí 25 €'],
  [SLOVAK, 'Kedy máte otvorené?', 'Bazén je otvorený'],
  [SLOVAK, 'Predávate darčekové poukážky?', 'Darčekovú poukážku vystavíme'],
  [HUNGARIAN, 'Mennyibe kerül egy sátor helye?', 'A sátorhely éjszakánként'],
  [HUNGARIAN, 'vihetek magammal kutyat', 'Kutyákat pórázon'],
  [HUNGARIAN, 'Mikor van nyitva a recepció?', 'A recepció 8 órától'],
  [HUNGARIAN, 'van mosogep onoknel', 'A mosógéphez zsetont'],
])('finds what %# asks for: “%s”', (content, question, answer) => {
  expect(textAsker(content)(question)).toContain(answer);
});

it.each([
  [CZECH, 'Máte saunu?'],
  [SLOVAK, 'Predávate plavky?'],
  [HUNGARIAN, 'Kölcsönöznek kerékpárt?'],
])('tells nothing of what the content lacks', (content, question) => {
  expect(textAsker(content)(question)).toBeNull();
});

it('knows their prices', () => {
  for (const text of ['4 000 Ft-ba kerül', '25 € za osobu', 'Parkovanie je zadarmo.', 'A belépés ingyenes.'])
    expect(tellsPrice(text)).toBe(true);
  for (const question of ['kolik stoji sauna', 'Koľko zaplatíme za izbu?', 'Mennyibe kerül a szauna?'])
    expect(asksForPrice(question)).toBe(true);
  expect(asksForPrice('Mennyi ideig tart a túra?')).toBe(false);
});

it('knows their times and days', () => {
  for (const text of [
    'Otvorené od 11. do 21. hodiny.',
    'Pokoj uvolněte do 10 hodin.',
    'A szobák 14 órától foglalhatók.',
  ])
    expect(tellsTime(text)).toBe(true);
  expect(tellsTime('A gyertya 40 órán át ég.')).toBe(false);
  expect(daysIn('štvrtok 9:00–17:00')).toContain('day:4');
  expect(daysIn('csütörtök 9:00–17:00')).toContain('day:4');
  for (const text of ['do dvou týdnů', 'do troch dní', 'két napon belül', '30 napig'])
    expect(tellsDuration(text)).toBe(true);
});
