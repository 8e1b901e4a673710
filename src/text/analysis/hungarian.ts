/**
 * Hungarian: stop words, and a light stemmer of our own. That of the library reads marks, which we fold and visitors leave out:
 * it keeps `parkoló` from `parkolo`, and `kutyák` from `kutya`.
 */

import { endingsOf, withoutEnding } from './light-stemming.ts';

export const HUNGARIAN_STOP_WORDS: readonly string[] =
  'a abba abban abbol addig ahhoz ahogy ahol aki akik akkor alatt altal ami amely amelyek amelyet amelyik amelynek amikor amit annak arra arrol attol azert aztan az azok azon azonban azt azzal be belul benne bar barmi csak de e ebben ebbol eddig egy egyes egyik el elott en ennek ennel erre errol es esetben ez ezek ezen ezert ezt ezzel fel fele ha hanem hany hanykor hiszen hogy hogyan hol honnan hova ide igen ilyen is itt jo jol ki kivel kell kellene keresztul kerem kerjuk kozott kozul le legyen lehet lehetseges lesz lett ma maga magam magammal magat majd mar mas masik meddig meg mekkora mellett melyik melyek mely mennyi mennyibe mennyit mert mi miatt miert mikor milyen mind minden mindig mint mit mivel most nagyon ne nekem nekik nekunk nala nalam nalatok nalunk nelkul nem nincs nincsenek o ok olyan on onnan onok onokhoz onoket onoknel onoktol onnel ossze ott pedig persze s sajat se sem semmi sok szerint szoktak tehat tobb tovabb tud tudnak tudok tudom tudunk tudtok ugy ugyan ugyanis utan vagy vagyok vagyunk vagytok vajon valaki valami van vannak veluk velunk vissza viszont volna volt voltak'.split(
    ' ',
  );

/** The ending `val` or `vel`, which doubles the consonant before it: `pénzzel`, `busszal`, and not `reggel`. */
const DOUBLING = /(?<=\p{L}{2})([^aeiou])\1([szy]?)[ae]l$/u;

/** Short endings, which longer words alone have: `szoba` is whole. */
const SHORT_ENDING = /(?<=\p{L}{4})[rbv][ae]$/u;

/** One ending of each list goes, in this order. Folded. */
const ENDINGS = [
  // Cases and infinitives.
  'kent ban ben bol rol tol hoz hez nal nel nak nek val vel ert ig kor hat het ani eni ni at et ot on en an t',
  // Possessors and persons.
  'hatok hetek hatunk hetunk jaitok jeitek jatok jetek aitok eitek jaink jeink aink eink itok itek jaim jeim jaik jeik aim eim aik eik jai jei ai ei junk unk juk tok tek ja je uk ik am em om im',
  // Plurals.
  'ak ek ok',
  'a e i o u',
  // Verbal nouns, and what can be done.
  'hat het as es',
  // Ends of a stem that the lists above take for endings where nothing follows: `fizet`, `telefon`.
  'ert at et ot an en on am em om ak ek ok t',
].map(endingsOf);

/** @param word folded, in lower case */
export const hungarianStem = (word: string): string =>
  ENDINGS.reduce(withoutEnding, word.replace(DOUBLING, '$1$2').replace(SHORT_ENDING, ''));
