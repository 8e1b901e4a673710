/** Contact questions: finds the telephone number, the mailbox or the address wherever the content gives it. */

import { oneOf, pattern, sequence } from '../../lib/patterns.ts';
import { foldDiacritics, withAsciiDigits } from '../../text/analysis/normalise.ts';
import type { VisitorLanguage } from './dialogue/visitor-language.ts';
import { isPrivacyPage } from './passages/legal-pages.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { type ReadPassage, readPassages } from './passages/read-passages.ts';
import type { Block, Section } from './passages/sections.ts';
import { blockMarkdown, sectionMarkdown, unitsMarkdown } from './quotation/block-markdown.ts';
import type { Quotation } from './quotation/quotation.ts';
import { type ContactConcept, contactConceptsOf } from './terms/synonyms.ts';

/** Words beside those that ask for contact, which ask for nothing else. */
const BESIDE = new Set(
  (
    'number numbers nummer numero numer details info information data line support customer service kundenservice kundendienst team shop store laden du your you us client cliente telemovel celular ' +
    'numara numarasi numaraniz bilgi bilgileri bilgileriniz नंबर नम्बर 번호 호텔 매장 가게 식당 병원 학교 고객 센터 회사 업체 رقم جوال موبايل مطعم محل متجر فندق عياد مدرس شرك مركز مكتب 番号 番号教 教えて nomor nomornya wa شماره номер'
  ).split(' '),
);
const MAX_OWNERS = 2;
const NUMBER = /^(?:numbers?|nummern?|numer[oi]?|numeros?|nr)$/;
/** The data protection officer is not whom most visitors look for. */
const PRIVACY_FACTOR = 0.3;
/** Words for the contact that stands for the whole house. */
const GENERAL =
  /^(?:reception|rezeption|empfang|recepci|recepcj|accueil|receptie|recezione|front|desk|регистратур|ресепш|office|buro|受付|代表)/;
/** A mailbox for any concern, by its name. */
const GENERAL_MAILBOX =
  /(?<![\p{L}\p{N}._%+-])(?:info|hello|hi|hallo|hola|ciao|bonjour|contact|kontakt|contacto|contatti|support|service|help|office|mail|team|reception|enquiries|inquiries|customer\w*|kunden\w*)@/iu;
const GENERAL_MAILBOX_FACTOR = 1.5;
/** Letters of a word of a heading. */
const MIN_NAME = 4;
const MIN_INFLECTED = 6;
/** Questions of stop words. */
const WHERE = pattern(
  'iu',
  /^\W*/u,
  oneOf(
    /where (?:are you|is (?:your|the) (?:shop|store|office|company|restaurant|location|address))/u,
    /how (?:do|can) i (?:find|get to) you/u,
    sequence(
      /wo /u,
      oneOf(
        /seid ihr|sind sie|bist du|finde ich (?:euch|sie)/u,
        /ist (?:euer|ihr|der|das|eure) (?:laden|geschäft|büro|standort|filiale)/u,
      ),
    ),
    /where (?:r u|are u)|wo (?:ist das|liegt ihr)|(?:vous (?:êtes|etes)|c['’]est) o[uù](?!\p{L})/u,
    /(?:c['’]est )?où (?:êtes-vous|se trouve|vous trouver|c['’]est)/u,
    /d[oó]nde (?:est[aá]n|est[aá]is|est[aá] (?:la|su) (?:tienda|oficina))/u,
    /dove (?:siete|vi trovate|si trova)|onde (?:ficam|est[aã]o|fica)|waar (?:zijn jullie|bent u|zit)/u,
    /gdzie (?:jesteście|się znajdujecie)/u,
    /(?:\p{L}{2,15}[iıuü]n[iıuü]z )?(?:tam olarak )?(?:nerede|nerde)(?:siniz|desiniz)?\s*\??$|adresiniz/u,
    /var ligger|где вы|де ви/u,
    /(?:di ?mana|dmn) (?:kalian|lokasi\p{L}*|alamat\p{L}*|letak\p{L}*|toko\p{L}*|kantor\p{L}*)/u,
    /(?:lokasi|alamat|letak)\p{L}* (?:di ?mana|dmn)|(?:địa chỉ|dia chi)(?!\p{L})/u,
    sequence(
      oneOf(
        /shop|quán|quan|tiệm|tiem|cửa hàng|cua hang|phòng khám|phong kham|khách sạn|khach san|nhà hàng/u,
        /nha hang|công ty|cong ty|văn phòng|van phong|trường|truong|bạn|ban/u,
      ),
      / (?:nằm )?(?:ở|o) (?:đâu|dau)(?!\p{L})/u,
    ),
    /(?:آدرس|ادرس|نشانی)\p{L}*(?: شما)? (?:کجا|چی)|کجا (?:هستید|هستین)|πού (?:είστε|βρίσκεστε)/u,
    sequence(
      /(?:أين|اين|وين|فين)\s?/u,
      oneOf(
        /أنتم|انتم|انتو|يقع|تقع|موقع|عنوان|مكان/u,
        /(?:ال)?(?:محل|مطعم|فرع|عيادة|متجر|فندق|مكتب|مركز)\p{L}*\s*[?؟]?$/u,
      ),
    ),
    /איפה אתם|आप कहा[ँं]|^(?:आपका )?पता(?: क्या है| बताइए| बताएं| बताएँ)?\W*$|你们在哪/u,
    /(?<![改换变错填写货])地址(?!.{0,3}[改换变错填写])|どこにあります|(?:위치|주소)\p{L}* 어디|^어디(?:에 있|예요|인가요|에요|입니까)/u,
    /(?:호텔|매장|가게|식당|병원|학교|사무실|지점)[은는이가]? 어디/u,
  ),
);
const PATTERNS: Readonly<Record<ContactConcept, RegExp>> = {
  telephone:
    /(?<![\p{L}\p{N}.,-])(?:\+|00|\(?0)\d?[\d\s()/.–-]{6,20}\d(?![\p{L}\p{N}])|\b\d{3}[ .-]\d{3,4}[ .-]?\d{2,4}\b|(?<!\p{L})(?:[Tt]el(?:efon|\.)?|[Pp]hone|тел\.?)[\s.:]{1,3}\d[\d\s()/.–-]{4,20}\d/u,
  mail: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/u,
  place: pattern(
    'u',
    oneOf(
      /(?<![\p{L}\p{N}.:/])(?:\d{4,6}|\d{2}-\d{3})\s+\p{Lu}\p{Ll}{2,}|(?<!\p{N})\d{4}\s?[A-Z]{2}\s+\p{Lu}/u,
      /\p{L}(?:straat|laan|plein|gracht|gatan|vägen|gade|vej|utca|katu)\s+\d/u,
      /\p{L}(?:straße|strasse|str\.|platz|allee|gasse)\s+\d|(?:Straße|Str\.|Platz|Allee|Gasse)\s+\d/u,
      /\b\d{1,5}\s+(?:\p{Lu}\p{L}+\s+){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Square|Boulevard)\b/u,
      sequence(
        /\b/u,
        oneOf(
          /[Rr]ue|[Aa]venue|[Cc]alle|[Aa]venida|[Vv]ia|[Pp]iazza|[Rr]ua|[Pp]laza|[Aa]v\.|R\.|[Pp]raça/u,
          /[Tt]ravessa|[Aa]lameda|[Ll]argo|[Ee]strada|[Rr]odovia|[Rr]od\.|[Uu]lica|[Uu]l\./u,
        ),
        /\s+(?:\p{L}+\s+){0,3}\p{L}+,?\s+\d/u,
      ),
      /(?<!\p{N})\d{5}-\d{3}(?!\p{N})|(?<!\p{L})(?:(?:Jl|Jln)\.|Jalan|[Đđ]ường)\s\p{Lu}/u,
      /\d{1,4}[\p{L}\d/]{0,6}\s(?:\p{Lu}\p{L}{0,7}[\s,]+){1,5}(?:phường|quận|xã|huyện|P\.|Q\.|TP)(?!\p{L})/u,
      /(?<!\p{L})(?:خیابان|شارع|طريق|ميدان|جادة)\s+\p{Script=Arabic}{2,}/u,
      /\p{Script=Hangul}(?:로|길)\s?\d{1,4}(?!\p{N}|\s?(?:분|시|원|명|개|층|대))/u,
      /\p{Script=Han}{2}(?:路|街|区|號|号|市|町)\s*\d+|〒\s?\d{3}-?\d{4}|\p{Script=Devanagari}\s\d{6}(?!\p{N})/u,
      /(?<!\p{L})(?:Cad|Sok|Bulv|Mah|Yolu)\p{L}*\.?,?\s(?:[^\n]{0,30}\s)?(?:[Nn]o\s?[:.]?\s?)\d/u,
      sequence(
        /(?<!\p{L})/u,
        oneOf(
          /[Уу]л\.|[Уу]лица|[Пп]р(?:осп)?\.|[Пп]р-т|[Пп]роспект|[Пп]ер\.|[Пп]ереулок|[Пп]л\.|[Пп]лощадь/u,
          /[Нн]аб\.|[Шш]оссе|[Бб]ульвар|[Вв]ул\./u,
        ),
        /\s+(?:[\p{L}-]+\s+){0,3}[\p{L}-]+,?\s+(?:д(?:ом|\.)\s*)?\d/u,
      ),
    ),
  ),
  contact: /@[\p{L}\p{N}-]+\.|(?:\+|00)\d[\d\s()/.–-]{6,20}\d/u,
};

/** Words by which addresses are found, in any language of the thesaurus. */
export const PLACE_WORDS = 'find us address location contact';

export const asksForPlace = (question: string): boolean => WHERE.test(question.slice(0, 200));

interface AskedContact {
  readonly concept: ContactConcept;
  /** Words for whose contact is asked: "the phone number for claims". */
  readonly of: readonly string[];
}

/** Returns null for a question about something else. */
function contactAskedFor(question: string, words: readonly string[]): AskedContact | null {
  if (asksForPlace(question)) return { concept: 'place', of: [] };
  const asked = words.map((word) => ({ word, concepts: contactConceptsOf(word) }));
  // "Emergency number": whose, and nothing else.
  const number = asked.length === 2 && NUMBER.test(asked[1]?.word ?? '') ? asked[0] : undefined;
  if (number !== undefined && number.concepts.length === 0) return { concept: 'telephone', of: [number.word] };
  const isPart = (word: string) =>
    ONE_IDEOGRAPH.test(word) && words.some((other) => other.length > 1 && other.includes(word));
  const isAbout = ({ word, concepts }: (typeof asked)[number]) => concepts.length > 0 || BESIDE.has(word);
  const isOfBoth = (word: string, at: number) =>
    KOREAN_PAIR.test(word) &&
    [asked[at - 1], asked[at + 1]].some((next) => next !== undefined && isAbout(next) && overlaps(word, next.word));
  if (asked.length === 1 && asked[0]?.word === 'رقم') return { concept: 'telephone', of: [] };
  const of = asked.flatMap((one, at) => (isAbout(one) || isPart(one.word) || isOfBoth(one.word, at) ? [] : [one.word]));
  const [concept] = asked.flatMap(({ concepts }) => concepts);
  return concept === undefined || of.length > MAX_OWNERS ? null : { concept, of };
}

/** `電` and `話` of `電話`. */
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;
/** `화번` of `전화번호` is a part of both its words. */
const KOREAN_PAIR = /^\p{Script=Hangul}{2}$/u;
const overlaps = (one: string, other: string): boolean =>
  one.endsWith(other.slice(0, 1)) || other.endsWith(one.slice(0, 1));

/** True when the text, of headings or of a line, names all of them. */
function areNamed(words: readonly string[], text: string): boolean {
  if (words.length === 0) return true;
  const named = wordsIn(text).map(foldDiacritics);
  const names = (name: string, word: string) => {
    const singular = name.replace(/ies$/, 'y');
    return name.startsWith(word) || word.startsWith(name) || singular === word || name.startsWith(withoutEnding(word));
  };
  return words.every((word) => named.some((name) => name.length >= MIN_NAME && names(name, word)));
}

/** `recepcji`: the line says `Recepcja`. */
const withoutEnding = (word: string): string => (word.length >= MIN_INFLECTED ? word.slice(0, -1) : word);

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}]+/u);

/**
 * Returns null when it is no contact question, or the passages hold no such contact.
 * @param words telling words of the question, folded, in lower case
 */
export function contactAnswer(
  question: string,
  words: readonly string[],
  passages: readonly ExtractPassage[],
  language: VisitorLanguage,
): Quotation | null {
  const asked = contactAskedFor(question, words);
  if (asked === null) return null;
  const isPrivacyAsked = isPrivacyPage(question);
  const named = bestContact(asked, passages, language, isPrivacyAsked);
  if (named !== null || !asked.of.every((word) => GENERAL.test(word))) return named;
  return bestContact({ ...asked, of: [] }, passages, language, isPrivacyAsked);
}

/** The words that ask for a telephone number, where the passages have none; null for any other question. */
export function unlistedNumber(words: readonly string[], passages: readonly ExtractPassage[]): string | null {
  const isTelephone = (word: string) => contactConceptsOf(word).includes('telephone');
  const asksForNumber = words.some((word) => NUMBER.test(word)) && words.some(isTelephone);
  if (!asksForNumber || !words.every((word) => isTelephone(word) || BESIDE.has(word))) return null;
  const isListed = passages.some(({ text }) => PATTERNS.telephone.test(withAsciiDigits(text)));
  return isListed ? null : words.filter((word) => isTelephone(word) || NUMBER.test(word)).join(' ');
}

/** Any other way to reach the owner. */
export const otherContact = (passages: readonly ExtractPassage[], language: VisitorLanguage): Quotation | null =>
  bestContact({ concept: 'contact', of: [] }, passages, language, false);

function bestContact(
  { concept, of }: AskedContact,
  passages: readonly ExtractPassage[],
  language: VisitorLanguage,
  isPrivacyAsked: boolean,
): Quotation | null {
  let best: { score: number; quotation: Quotation } | null = null;
  for (const [passage, read] of readPassages(passages).entries()) {
    const title = passages[passage]?.title ?? '';
    const isPrivacy = isPrivacyPage(title) && !isPrivacyAsked;
    const factor = (languageFactor(read, language) * (isPrivacy ? PRIVACY_FACTOR : 1)) / (1 + 0.05 * passage);
    for (const section of read.sections) {
      const isNamed = areNamed(of, [title, ...section.above, section.heading].join(' '));
      const found = contactIn(section, concept, isNamed ? [] : of);
      const score = found === null ? 0 : found.score * factor;
      if (found !== null && score > (best?.score ?? 0))
        best = { score, quotation: { passage, markdown: found.markdown } };
    }
  }
  return best?.quotation ?? null;
}

/**
 * Sections that are about contact come first, and lists and lines before running text.
 * @param of words that the line itself has to name: "Reception: +48 18 201 45 67"
 */
function contactIn(
  section: Section,
  asked: ContactConcept,
  of: readonly string[],
): { score: number; markdown: string } | null {
  const pattern = PATTERNS[asked];
  const headings = wordsIn([...section.above, section.heading].join(' '));
  const isAbout = headings.some((word) => contactConceptsOf(word).length > 0);
  for (const block of section.blocks) {
    if (block.kind === 'code') continue;
    const units = block.units.filter(({ text }) => pattern.test(withAsciiDigits(text)) && areNamed(of, text));
    const [first] = units;
    if (first === undefined) continue;
    const isNamed = units.some(({ text }) => wordsIn(text).some((word) => contactConceptsOf(word).includes(asked)));
    const isGeneral = units.some(({ text }) => GENERAL_MAILBOX.test(text));
    const score =
      (isAbout ? 2 : 1) *
      (block.kind === 'prose' ? 1 : 1.3) *
      (isNamed ? 1.5 : 1) *
      (isGeneral ? GENERAL_MAILBOX_FACTOR : 1);
    const isWhole = asked === 'contact' && isAbout;
    return { score, markdown: isWhole ? sectionMarkdown(section) : contactMarkdown(block, units, asked) };
  }
  return null;
}

/** An address goes over several lines. Of other blocks, the first two units that hold the contact are shown. */
function contactMarkdown(block: Block, units: Block['units'], asked: ContactConcept): string {
  if (asked === 'place' && block.kind === 'lines') return blockMarkdown(block);
  const first = units.slice(0, 2);
  return block.kind === 'list' ? unitsMarkdown(block.kind, first) : blockMarkdown({ ...block, units: first });
}

function languageFactor({ language: written }: ReadPassage, language: VisitorLanguage): number {
  return written === null || written === language ? 1 : 0.5;
}
