/** Answers questions for contact with the telephone number, mailbox or address. */

import { foldDiacritics, withAsciiDigits } from '../../../text/analysis/normalise.ts';
import { CONTACT_FORMS } from '../facts/contact-forms.ts';
import { tellsTime } from '../facts/weekdays.ts';
import type { VisitorLanguage } from '../languages/visitor-language.ts';
import { isPrivacyPage } from '../passages/legal-pages.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import { type ReadPassage, readPassages } from '../passages/read-passages.ts';
import type { PassageBlock, Section } from '../passages/sections.ts';
import { isSiteWord } from '../passages/site-name.ts';
import { blockMarkdown, sectionMarkdown, unitsMarkdown } from '../quotation/block-markdown.ts';
import type { Quotation } from '../quotation/quotation.ts';
import { type ContactConcept, contactConceptsOf } from '../thesaurus/synonyms.ts';
import { type AskedContact, contactAskedFor, mailboxAskedFor, numberAskedFor } from './contact-question.ts';
import { isAddressHeading } from './own-place.ts';

/** Visitors rarely look for the data protection officer. */
const PRIVACY_FACTOR = 0.3;
/** Names of a contact for the whole house. */
const GENERAL =
  /^(?:reception|rezeption|empfang|recepci|recepcj|accueil|receptie|recezione|front|desk|регистратур|ресепш|office|buro|受付|代表)/;
/** Names of mailboxes for any concern. */
const GENERAL_MAILBOX =
  /(?<![\p{L}\p{N}._%+-])(?:info|hello|hi|hallo|hola|ciao|bonjour|contact|kontakt|contacto|contatti|support|service|help|office|mail|team|reception|enquiries|inquiries|customer\w*|kunden\w*)@/iu;
/** "To cancel, write to hello@…", "Email billing@… with proof", but not "Any questions? Write to hello@…". */
const OF_OTHER_CONCERN =
  /^(?!.*(?<!\p{L})(?:questions?|contact|reach|in touch|doubt|help|service|support|us|me)(?!\p{L}))(?:.*\s)?(?:to|after|before|if|with|for|until)\s/isu;
/** Characters of a sentence with a mailbox. */
const MAX_CHARACTERS_READ = 300;
const GENERAL_MAILBOX_FACTOR = 1.5;
/** Headings and names of contacts, recognised as a whole. */
const CUSTOMER_SERVICE =
  /(?<!\p{L})(?:servizio clienti|assistenza clienti|kundenservice|kundendienst|service clients?|atenci[oó]n al cliente|klantenservice|apoio ao cliente|obs[lł]uga klienta|m[uü]şteri hizmetleri|kundtj[aä]nst|numero verde|infolinia|customer (?:service|care|support)|お問い合わせ)(?!\p{L})/iu;
const ABOUT_CONTACT_FACTOR = 2;
const LISTED_FACTOR = 1.3;
/** A contact beside its name: "Phone: …". */
const NAMED_CONTACT_FACTOR = 1.5;
const OTHER_LANGUAGE_FACTOR = 0.5;
/** An address in no known form. */
const UNFORMED_FACTOR = 0.5;
const RANK_DISCOUNT = 0.05;
/** Letters of a word of a heading. */
const MIN_NAME = 4;
const MIN_INFLECTED = 6;
function areNamed(words: readonly string[], text: string): boolean {
  if (words.length === 0) return true;
  const named = wordsIn(text).map(foldDiacritics);
  const names = (name: string, word: string) => {
    const singular = name.replace(/ies$/, 'y');
    return name.startsWith(word) || word.startsWith(name) || singular === word || name.startsWith(withoutEnding(word));
  };
  return words.every((word) => named.some((name) => name.length >= MIN_NAME && names(name, word)));
}

/** `recepcj` of `recepcji`, which the line calls `Recepcja`. */
const withoutEnding = (word: string): string => (word.length >= MIN_INFLECTED ? word.slice(0, -1) : word);

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{M}]+/u);

/**
 * Returns null for another question, or without such a contact.
 * @param words content words of the question, folded, in lower case
 */
export function contactAnswer(
  question: string,
  words: readonly string[],
  passages: readonly ExtractPassage[],
  language: VisitorLanguage,
  siteName = '',
): Quotation | null {
  const asked = contactAskedFor(question, words);
  if (asked === null) return null;
  const searched = { passages, language, isPrivacyAsked: isPrivacyPage(question) };
  const named = asked.concept === 'contact' ? anyContact(asked.of, searched) : bestContact(asked, searched);
  if (named !== null) return named;
  const names = readPassages(passages).map((passage) => passage.names);
  // "El número de la academia", on the site of an academy.
  if (!asked.of.every((word) => GENERAL.test(word) || isSiteWord(word, names, siteName))) return null;
  return bestContact({ ...asked, of: [] }, searched);
}

/** The question's words for a number or mailbox that the passages lack; null for any other question. */
export function unlistedContact(words: readonly string[], passages: readonly ExtractPassage[]): string | null {
  const isListed = (form: RegExp) => passages.some(({ text }) => form.test(withAsciiDigits(text)));
  const number = numberAskedFor(words);
  if (number !== null) return isListed(CONTACT_FORMS.telephone) ? null : number;
  const mailbox = mailboxAskedFor(words);
  return mailbox === null || isListed(CONTACT_FORMS.mail) ? null : mailbox;
}

export const otherContact = (passages: readonly ExtractPassage[], language: VisitorLanguage): Quotation | null =>
  anyContact([], { passages, language, isPrivacyAsked: false });

/** Falls back to a number without the code of its country. */
const anyContact = (of: readonly string[], searched: SearchedPassages): Quotation | null =>
  bestContact({ concept: 'contact', of }, searched) ??
  bestContact({ concept: 'telephone', of, isForAny: true }, searched);

interface SearchedPassages {
  readonly passages: readonly ExtractPassage[];
  readonly language: VisitorLanguage;
  readonly isPrivacyAsked: boolean;
}

function bestContact(asked: AskedContact, { passages, language, isPrivacyAsked }: SearchedPassages): Quotation | null {
  const found = readPassages(passages).flatMap((read, passage) => {
    const title = passages[passage]?.title ?? '';
    const pageFactor = isPrivacyPage(title) && !isPrivacyAsked ? PRIVACY_FACTOR : 1;
    const factor = (languageFactor(read, language) * pageFactor) / (1 + RANK_DISCOUNT * passage);
    return read.sections.flatMap((section) => {
      const contact = contactIn(section, title, asked);
      return contact === null ? [] : [{ passage, markdown: contact.markdown, score: factor * contact.score }];
    });
  });
  const [best] = found.sort((one, other) => other.score - one.score);
  return best === undefined ? null : { passage: best.passage, markdown: best.markdown };
}

/** First block of a section with the contact. A name that no heading holds must be in the line: "Reception: +48 18 201 45 67". */
function contactIn(
  section: Section,
  title: string,
  { concept, of, isForHours = false, isForAny = concept === 'contact' }: AskedContact,
): { readonly score: number; readonly markdown: string } | null {
  const headings = [...section.above, section.heading].join(' ');
  const isAbout =
    CUSTOMER_SERVICE.test(headings) || wordsIn(headings).some((word) => contactConceptsOf(word).length > 0);
  const ofLine = areNamed(of, `${title} ${headings}`) ? [] : of;
  for (const block of section.blocks) {
    if (block.kind === 'code') continue;
    const units = block.units.filter(
      ({ text }) =>
        CONTACT_FORMS[concept].test(withAsciiDigits(text)) &&
        areNamed(ofLine, text) &&
        (!isForHours || tellsTime(text)),
    );
    if (units.length === 0 && concept === 'place' && of.length === 0 && isAddressHeading(section.heading))
      return { score: UNFORMED_FACTOR, markdown: sectionMarkdown(section) };
    if (units.length === 0) continue;
    const isWhole = isForAny && isAbout;
    return {
      score: (isAbout ? ABOUT_CONTACT_FACTOR : 1) * contactScore(block, units, concept),
      markdown: isWhole
        ? sectionMarkdown(section)
        : (mailboxAlone(block, units, isForAny) ?? contactMarkdown(block, units, concept)),
    };
  }
  return null;
}

function contactScore({ kind }: PassageBlock, units: PassageBlock['units'], concept: ContactConcept): number {
  const isNamed = units.some(
    ({ text }) =>
      CUSTOMER_SERVICE.test(text) || wordsIn(text).some((word) => contactConceptsOf(word).includes(concept)),
  );
  const isGeneral = units.some(({ text }) => GENERAL_MAILBOX.test(text));
  return (
    (kind === 'prose' ? 1 : LISTED_FACTOR) *
    (isNamed ? NAMED_CONTACT_FACTOR : 1) *
    (isGeneral ? GENERAL_MAILBOX_FACTOR : 1)
  );
}

/** The mailbox without its sentence, which is about something else: "To cancel, write to hello@…". Null for any other contact. */
function mailboxAlone({ kind }: PassageBlock, units: PassageBlock['units'], isForAny: boolean): string | null {
  const [first] = units;
  if (!isForAny || kind !== 'prose' || first === undefined) return null;
  if (!OF_OTHER_CONCERN.test(first.text.slice(0, MAX_CHARACTERS_READ))) return null;
  return CONTACT_FORMS.mail.exec(first.text)?.[0] ?? null;
}

/** Whole addresses, and of other blocks the first two units with the contact. */
function contactMarkdown(block: PassageBlock, units: PassageBlock['units'], asked: ContactConcept): string {
  if (asked === 'place' && block.kind === 'lines') return blockMarkdown(block);
  const first = units.slice(0, 2);
  return block.kind === 'list' ? unitsMarkdown(block.kind, first) : blockMarkdown({ ...block, units: first });
}

const languageFactor = ({ language: written }: ReadPassage, language: VisitorLanguage): number =>
  written === null || written === language ? 1 : OTHER_LANGUAGE_FACTOR;
