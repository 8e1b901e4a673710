/** Recognises text that needs its surroundings. */
import { oneOf, pattern } from '../../../lib/patterns.ts';

/** Verbs of languages that leave out the subject: "Costa 48 €". */
const BEGINS_WITH_VERB = pattern(
  'u',
  /^/u,
  oneOf(
    /Costan?o?|Cuestan?|Custam?|Duran?o?|Duram|Richied(?:e|ono)|Requieren?|Vale[nm]?|Valgono|Incluyen?|Inclui|Comprend(?:e|en|ono)|Tienen?|Tem|Están?/u,
    /Kosztuj[eą]|Trwa|Wynosi|Стоит|Длится|Действует/u,
  ),
  /(?!\p{L})/u,
);
/** Pronouns of seven languages, without those that often mean nobody (`es`, `il`). Also "If it …". */
const BEGINS_WITH_PRONOUN = pattern(
  'iu',
  /^(?:(?:if|when|once|wenn|falls|sobald|si|se)\s)?/u,
  oneOf(
    /he|she|they|it|his|her|their|its|this|that|these|those|both|otherwise|instead|afterwards|er/u,
    /dieser?s?|dort|danach|andernfalls|sonst|beide|elle|ils|elles|celui-ci|celle-ci|ceux-ci|cela|ensuite/u,
    /sinon|este|estas?|estos?|ellas?|ellos|eso|luego|quest[aoie]|ess[aei]|isso|isto|ele|eles|elas|hij|zij/u,
    /deze|dit|daarna/u,
  ),
  /(?![\p{L}'’])/u,
);
/** "Send it to us." */
const BEGINS_WITH_OBJECT = /^(?:\p{L}+\s){1,2}(?:it|them)(?![\p{L}'’])/iu;
/** Characters. */
const MAX_FRAGMENT = 80;
const SENTENCE_END = /[.!?:;…。！？؟।]["'”’»)\]]*$/u;

export const endsSentence = (text: string): boolean => SENTENCE_END.test(text);

/** True for a sentence that is understood only after the one before, such as a remark in parentheses. */
export const isAnaphoric = (sentence: string): boolean =>
  sentence.startsWith('(') ||
  BEGINS_WITH_PRONOUN.test(sentence) ||
  BEGINS_WITH_VERB.test(sentence) ||
  BEGINS_WITH_OBJECT.test(sentence);

/** True for one short line without the end of a sentence: `from £2,450`. */
export const isFragment = (text: string): boolean =>
  text.length <= MAX_FRAGMENT && !text.includes('\n') && !SENTENCE_END.test(text);

/** The label of a button: "Start free trial", "Book now". */
const CALL_TO_ACTION = pattern(
  'iu',
  /^(?=\P{N}{4,30}$)/u,
  oneOf(
    /(?:start|get|try|book|buy|shop|order|learn|read|see|view|explore|discover|watch|join|download|donate|contact|request|find|sign|log|apply|pay|report|check|register|renew|manage|track)(?: \p{L}+){1,3}/u,
    /(?:jetzt|mehr) \p{L}+(?: \p{L}+)?|en savoir plus|saber más|ver más|scopri di più/u,
  ),
  /\W{0,3}$/u,
);

export const isCallToAction = (text: string): boolean => CALL_TO_ACTION.test(text) && isFragment(text);

/** Announcements of pages and guides, in eight languages. */
const ANNOUNCES_TOPICS = pattern(
  'iu',
  /^/u,
  oneOf(
    /(?:here|below),? (?:you|we)(?:['’]ll)? (?:can |will )?(?:find|learn|explain|show)|on this page/u,
    /(?:this|in this) (?:page|section|guide|article|chapter|document)(?!\p{L})|find out/u,
    /learn (?:how|what|when|where|why|more|about)|read (?:on|more|about|how)|discover (?:how|what|more)/u,
    /everything (?:you need to know )?about|(?:hier|unten) (?:finde[nt]|findest|erf(?:ahren|ährst)|lesen)/u,
    /(?:auf|in) diese[rm] (?:seite|abschnitt|artikel|kapitel)|erfahren sie|erfahre,/u,
    /alles (?:wichtige |wissenswerte )?(?:über|zu[mr]?)(?!\p{L})|découvrez|(?:ici|ci-dessous),? vous/u,
    /sur cette page|tout savoir|aquí (?:encontrará|puede|te)|en esta (?:página|sección|guía)|descubr[ae]/u,
    /(?:in|su) questa (?:pagina|sezione|guida)|scopri|nesta (?:página|seção|secção)/u,
    /saiba (?:como|mais|o que)|op deze pagina|hier (?:vind|lees)|lees (?:hier|meer|hoe)|na tej stronie/u,
    /dowiedz się/u,
  ),
);

/** True for "Find out when your bins are emptied", which tells nothing itself. */
export const announcesTopics = (sentence: string): boolean => ANNOUNCES_TOPICS.test(sentence);

/** The owner has something: "There are eight parking spaces", "with our free apps". */
const EXISTENCE = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /we|our|there (?:is|are)|available|includes?|offers?|yes|wir|unsere[nrms]?|gibt es|es gibt|erhältlich|ja/u,
    /nous|nos|notre|il y a|disponibles?|oui|nuestr[oa]s?|tenemos|ofrecemos|vendemos|hay|sí/u,
    /nostr[oaie]|abbiamo|offriamo|vendiamo|ci sono|c['’]è|sì|nossos?|nossas?|temos|oferecemos|há|sim/u,
    /wij|onze?|er (?:is|zijn)|verkrijgbaar|mamy|nasz[ea]?|są/u,
  ),
  /(?!\p{L})/u,
);
const MAX_CHARACTERS_READ = 600;

export const tellsExistence = (text: string): boolean => EXISTENCE.test(text.slice(0, MAX_CHARACTERS_READ));

const YES_OR_NO = pattern(
  'iu',
  /^/u,
  oneOf(
    /yes|no|sure|of course|certainly|absolutely|unfortunately not|ja|nein|jein|klar|natürlich/u,
    /selbstverständlich|leider (?:nein|nicht)|oui|non|bien sûr|sí|claro|por supuesto|sì|certo/u,
    /purtroppo no|sim|não|nee|natuurlijk|helaas niet|tak|nie|oczywiście|evet|hayır|nej|да|нет|конечно|так/u,
    /ні|ναι|όχι|نعم|لا|כן|לא|हाँ|हां|नहीं|ใช่|ไม่|是的|可以|不|はい|いいえ|네|아니요/u,
  ),
  /(?![\p{L}\p{M}])/u,
);

/** True for an answer that needs its question. */
export const beginsWithYesOrNo = (text: string): boolean => YES_OR_NO.test(text);
