/** Answers without a model to Czech, Slovak and Hungarian questions, in other forms than the content has and without marks. */
import { expect, it } from 'vitest';
import { shippingDestination } from '../../../../src/answering/extractive/dialogue/shipping-destination.ts';
import { tellsCountries } from '../../../../src/answering/extractive/facts/countries.ts';
import { tellsDuration } from '../../../../src/answering/extractive/facts/durations.ts';
import { asksForPrice, tellsPrice } from '../../../../src/answering/extractive/facts/prices.ts';
import { daysIn, tellsTime } from '../../../../src/answering/extractive/facts/weekdays.ts';
import { CZECH_AND_SLOVAK, HUNGARIAN as IN_HUNGARIAN } from '../../../../src/text/analysis/languages.ts';
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
  ['Kde můžu zaparkovat?', CZECH, 'Auto odstavíte na louce'],
  ['kde je u vas parkoviste nebo misto k parkovani', CZECH, 'Auto odstavíte na louce'],
  ['Dají se u vás půjčit loďky?', CZECH, 'Loďku půjčujeme'],
  ['jak zrusit pobyt', CZECH, 'Pobyt zrušíte'],
  ['Můžu si s sebou vzít psa?', CZECH, 'Psi musí být'],
  ['Koľko zaplatím za masáž?', SLOVAK, 'Masáž chrbta stojí 25 €'],
  ['kolko stoji masaz chrbta', SLOVAK, 'Masáž chrbta stojí 25 €'],
  ['Kedy máte otvorené?', SLOVAK, 'Bazén je otvorený'],
  ['Predávate darčekové poukážky?', SLOVAK, 'Darčekovú poukážku vystavíme'],
  ['Mennyibe kerül egy sátor helye?', HUNGARIAN, 'A sátorhely éjszakánként'],
  ['vihetek magammal kutyat', HUNGARIAN, 'Kutyákat pórázon'],
  ['Mikor van nyitva a recepció?', HUNGARIAN, 'A recepció 8 órától'],
  ['van mosogep onoknel', HUNGARIAN, 'A mosógéphez zsetont'],
])('finds what “%s” asks for', (question, content, answer) => {
  expect(textAsker(content)(question)).toContain(answer);
});

it.each([
  ['Máte saunu?', CZECH],
  ['Predávate plavky?', SLOVAK],
  ['Kölcsönöznek kerékpárt?', HUNGARIAN],
])('tells nothing of what the content lacks: %s', (question, content) => {
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

it('knows their countries, and where a parcel is sent', () => {
  for (const text of [
    'Posíláme do Německa a Rakouska.',
    'Dodávame do Česka a Poľska.',
    'Németországba és Ausztriába is szállítunk.',
  ])
    expect(tellsCountries(text)).toBe(true);
  expect(shippingDestination('Dodáváte i do Německa?')?.place).toBe('Německa');
  expect(shippingDestination('Doručujete aj do Poľska?')?.place).toBe('Poľska');
  expect(shippingDestination('Jak se dostanu do Německa?')).toBeNull();
});

const days = (...numbers: readonly number[]) => numbers.map((day) => `day:${day}`);

it.each([
  ['Po–Pá 8:00–17:00', CZECH_AND_SLOVAK, days(1, 2, 3, 4, 5)],
  ['Po - Pi: 8:00 - 16:00', CZECH_AND_SLOVAK, days(1, 2, 3, 4, 5)],
  ['So 9:00–12:00', CZECH_AND_SLOVAK, days(6)],
  ['Št 8:00–20:00', CZECH_AND_SLOVAK, days(4)],
  ['St 8:00–20:00', CZECH_AND_SLOVAK, days(3)],
  ['Ne zavřeno', CZECH_AND_SLOVAK, days(0)],
  ['Pondělí až pátek 8–17', CZECH_AND_SLOVAK, days(1, 2, 3, 4, 5)],
  ['Po práci přijďte', CZECH_AND_SLOVAK, []],
  ['Ne, to nejde.', CZECH_AND_SLOVAK, []],
  ['H–P: 8:00–16:00', IN_HUNGARIAN, days(1, 2, 3, 4, 5)],
  ['Szo 9–13', IN_HUNGARIAN, days(6)],
  ['V: zárva', IN_HUNGARIAN, days(0)],
  ['hétfőtől péntekig 8-16', IN_HUNGARIAN, days(1, 2, 3, 4, 5)],
  ['A H épület 3 emeletes.', IN_HUNGARIAN, []],
  ['So 10–14 Uhr', undefined, days(0)],
])('reads the days of %s', (text, language, expected) => expect(daysIn(text, language)).toEqual(expected));

it('answers for a day that a range of short names holds', () => {
  const askCzech = textAsker(
    '# Kavárna\n\n## Otevírací doba\n\nPo–Pá 8:00–17:00\n\nSo 9:00–12:00\n\nNe zavřeno\n\n## Psi\n\nPsi jsou vítáni.',
  );
  expect(askCzech('Máte otevřeno ve středu?')).toMatch(/Po–Pá/);
  expect(askCzech('mate otevreno v sobotu')).toMatch(/So 9:00–12:00/);
});
