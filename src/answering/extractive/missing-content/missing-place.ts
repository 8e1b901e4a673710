/** Questions for the place of the site's owner. `tellsOwnPlace` says which texts tell it. */
import { contactAskedFor } from '../contact/contact-question.ts';
import { contactConceptsOf } from '../thesaurus/synonyms.ts';

const ENGLISH_WHERE = /(?<!\p{L})(?:where|address|located|location)(?!\p{L})/iu;
/** In the languages in which `tellsOwnPlace` knows how a place is told. */
const OTHER_WHERE =
  /(?<!\p{L})(?:wo|adresse|anschrift|où|dónde|donde|dirección|direccion|dove|indirizzo|waar|adres|gdzie|onde|morada|endereço)(?!\p{L})/iu;

/** @param words content words of the question, folded, in lower case */
export function asksForAddress(question: string, words: readonly string[]): boolean {
  // A verb alone, as in "Dove siete?", and not "Dove si trova la torre?"
  const others = words.filter((word) => !contactConceptsOf(word).includes('place'));
  const isAsked = ENGLISH_WHERE.test(question) || (OTHER_WHERE.test(question) && others.length <= 1);
  const asked = isAsked ? contactAskedFor(question, words) : null;
  return asked?.concept === 'place' && asked.of.length === 0;
}
