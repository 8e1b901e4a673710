/** Names of people, and questions for them. */

import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { questionPattern } from '../terms/question-pattern.ts';

/** A title, or two capitalised words that do not begin with an article: "Dr. Harms", "Jan Petersen". */
const NAME = pattern(
  'u',
  /(?<!\p{L})/u,
  oneOf(
    /(?:Dr|Prof|Mr|Mrs|Ms|Miss|Herrn?|Frau|Mme|Mlle|Sra?|Sig|Dott|Doctor)\.?\s+\p{Lu}/u,
    /(?!(?:The|Our|Your|My|This|Der|Die|Das|Ein|Eine|Ihre?|Unsere?|Bei|Im|Am|Für|Les?|La|Une?|Nos|Votre|El|Los|Las|Una?|Il|Lo|Gli|De|Het)\s|\p{L}{1,20}\s(?:Wi-?Fi|Internet)(?!\p{L}))\p{Lu}\p{Ll}{1,20}(?:-\p{Lu}\p{Ll}{1,20})?\s+(?:(?:van|von|de|del|da|di|al|el|der|den)\s+){0,2}\p{Lu}\p{Ll}{1,20}(?!\p{L})/u,
  ),
);
const WHO = questionPattern(
  'iu',
  /^\W*(?:(?:and|und|et|y|e)\s+)?(?:who(?:['’]s| is| are)?|whom?|wer|wem|wen|qui|quién(?:es)?|quien(?:es)?|chi|quem|wie is|kto|kik?|vem|kim(?:dir|ler)?|кто|хто|ποιος|ποιοι|ποιον|kdo|koho|t?ko|cine|hvem|siapa)(?![\p{L}])|谁|誰|누구/iu,
);
/** "Is there somebody who …?" */
const SOMEBODY = questionPattern(
  'iu',
  /(?<!\p{L})(?:anyone|anybody|someone|somebody|jemand(?:en)?|quelqu['’]un|alguien|qualcuno|alguém|iemand)(?!\p{L})/u,
);

/** Words for what somebody does: "teaches", "leads the class". Folded. */
const ROLE =
  'teach(?:es|er|ers|ing)?|leads?|leader|runs?|running|gives?|holds?|handles?|manag(?:e|es|er|ed|ing)|deals?|does|doing|treats?|organi[sz](?:e|es|er|ers)|instructors?|trainers?|coach(?:es)?|tutors?|responsible|charge|head|heads|looks|' +
  'unterricht(?:et|en)|lehrt|lehrer(?:in)?|leitet|leiter(?:in)?|leitung|fuhrt|gibt|betreut|bearbeitet|behandelt|zustandig|verantwortlich|trainer(?:in)?|kursleiter(?:in)?|ansprechpartner(?:in)?|kummert';
/** The same in other languages, where they tell no role of a text: "Kto prowadzi kurs?", "Chi tiene il corso?" */
const ASKED_ROLE =
  'enseigne|anime|dirige|imparte|ensena|insegna|tiene|ministra|ensina|geeft|verzorgt|prowadzi|uczy|ведет|преподает|веде|викладає|викладае|vede|uci|vyucuje|haller|holder|leder|undervisar|underviser|vezeti|tartja|tanitja|sustine|preda';
/** Words for who made or began something. Folded. */
const ORIGIN_WORD = oneOf(
  /wrote|written|authors?|creat(?:ed|es|or|ors)|made|makes?|makers?|manufactur(?:e[ds]?|ers?)|produc(?:ed|ers?)|found(?:ed|er|ers)|built|develop(?:ed|er|ers)/u,
  /started|began|established|opened|launched|invent(?:ed|or|ors)|(?:ge)?grundet(?:e|en)?|grunder(?:in)?|entwickelt(?:e|en)?/u,
  /entwickler(?:in)?|geschrieben|autor(?:in|en)?|erfunden|erfand|schrieb|erstellt/u,
);
const ORIGIN = pattern('u', /^/u, ORIGIN_WORD, /$/u);
/** Somebody behind a preposition: "by two sisters", "von acht Eltern", but not "by hand" or "by running". */
const AGENT =
  /(?<!\p{L})(?:by (?!hand|default|mistake|design|machine|\p{L}+ing(?!\p{L}))|vo[nm] (?!hand|selbst|grund))[@\p{L}]/u;
const WITHIN_SENTENCE = /[^.!?]{1,80}?/u;
/** "Made with love by @lund", "My grandmother started the farm". Folded. */
const TELLS_MAKER = pattern(
  'iu',
  oneOf(
    sequence(/(?<!\p{L})/u, ORIGIN_WORD, WITHIN_SENTENCE, AGENT),
    sequence(AGENT, WITHIN_SENTENCE, /(?<!\p{L})/u, ORIGIN_WORD, /(?!\p{L})/u),
    sequence(
      /(?<!\p{L})(?:we|i|he|she|they|(?:my|our|his|her|an?|two|three|four|five) (?:(?!is |are |was |were |be |been |to )\p{L}+ ){1,4})/u,
      ORIGIN_WORD,
      / (?:the|this|our|my|it|an?)(?!\p{L})/u,
    ),
    sequence(/(?<!\p{L})(?:wir|ich|sie|er) (?:\p{L}+ ){0,8}/u, ORIGIN_WORD, /(?!\p{L})/u),
  ),
);
const IS_ROLE = new RegExp(`^(?:${ROLE}|${ASKED_ROLE})$`, 'u');
const TELLS_ROLE = pattern('iu', `(?<!\\p{L})(?:${ROLE})(?!\\p{L})`);

/** @param word folded, in lower case */
export const isRole = (word: string): boolean => IS_ROLE.test(word);

/** Stem of a question's word for who began something: any of the content's words for it answers. */
export const MAKER = 'asks:maker';

/** @param word folded, in lower case */
export const isOrigin = (word: string): boolean => ORIGIN.test(word);

/** True for somebody's task, named or not: "… leads the yoga classes". Linear in the text. */
export const tellsRole = (text: string): boolean => TELLS_ROLE.test(foldDiacritics(text));

/** Linear in the text. */
export const tellsPerson = (text: string): boolean => NAME.test(text);

/** True for makers, named or not. Linear in the text. */
export const tellsMaker = (text: string): boolean => tellsPerson(text) || TELLS_MAKER.test(foldDiacritics(text));

/** "Who pays for the return?" asks for no name. */
const WHO_PAYS = /^\W*(?:and )?who (?:pays|covers|has to pay|must pay)(?!\p{L})/iu;

export const asksForPerson = (question: string): boolean =>
  (WHO.test(question) && !WHO_PAYS.test(question)) || SOMEBODY.test(question);
