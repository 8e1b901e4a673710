/** Subjects of yes-or-no questions: `ferns` of "Do ferns need sun?", `bizum` of "Can I pay with Bizum?". */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';

const ASKED = pattern(
  'iu',
  /^\W*/u,
  oneOf(
    /do(?:es)?|is|are|can|will|must|should|has|have|may|braucht|brauchen|ist|sind|kann|können|darf|dürfen/u,
    /hat|haben|muss|müssen|mag|mögen|verträgt|vertragen/u,
  ),
  /\s+(?!(?:you|i|we|it|they|there|he|she|that|this|these|those|any|anyone|somebody|someone|ich|ihr|sie|man|wir|es|das|er|du|jemand|ik|je|jij|u|we|wij|ze|jullie|het|dit|dat|deze)(?!\p{L}))(?:(?:an?|the|my|your|all|ein|eine|einen|der|die|das|mein|meine|eure?|ihre?|de|een|mijn|uw|onze?)\s+)?(\p{L}[\p{L}\p{N}-]+)/u,
);
const PAID_WITH = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    sequence(
      /(?:pay|payer|r[eé]gler|pagar|pagare|betalen|zapłacić|zaplacic|płacić|placic)\s(?:\p{L}{1,12}\s)?/u,
      /(?:with|by|via|per|par|avec|con|com|met|z|przez)\s(?:(?:an?|my|una?|la|il|le|ma|mi|een|de)\s)?/u,
      /(\p{L}[\p{L}\p{N}-]+)\W*$/u,
    ),
    /(?:mit|per|met|via)\s(?:(?:der|meiner|einer|de|een)\s)?(\p{L}[\p{L}\p{N}-]+)\s(?:be)?(?:zahlen|talen)\W*$/u,
  ),
);
const MAX_CHARACTERS_READ = 200;

/** "My leaves are yellow": the thing of a stated problem. English. */
const STATED =
  /^\W*(?:(?:hi|hello|help),? )?(?:my|our) (\p{L}[\p{L}\p{N}-]+) (?:is|are|has|have|was|were|isn|aren|won|will|does|doesn|don|do|did|didn|can|cannot|keeps?|hasn|haven|stopped|got|looks?|turned|went|never)(?!\p{L})/iu;

/** Folded, in lower case; null for a pronoun, and for any other question. */
export function subjectOf(question: string): string | null {
  const read = question.slice(0, MAX_CHARACTERS_READ);
  const paid = PAID_WITH.exec(read);
  const subject = paid?.[1] ?? paid?.[2] ?? ASKED.exec(read)?.[1] ?? STATED.exec(read)?.[1] ?? '';
  const word = foldDiacritics(subject.toLowerCase());
  return word === '' || isQuestionStopWord(word) || isGenericWord(word) ? null : word;
}

/** "Horaires de la piscine", "Wann hat das Schwimmbad auf?" */
const HOURS_OF = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    sequence(
      oneOf(
        /(?:opening )?(?:hours|times) (?:of|for)|[öo]ffnungszeiten (?:vo[nm]|der|des)|openingstijden van/u,
        /horaires?(?: d['’]ouverture)? (?:de|du|des)|horarios?(?: de (?:apertura|la))? (?:del?|de)/u,
        /orari(?:o)?(?: di apertura)? d(?:i|el|ella|ello|ei)|hor[áa]rio(?: de funcionamento)? d[aoe]/u,
      ),
      /\s+/u,
    ),
    /(?:when|what time) (?:do|does|is|are) /u,
    /(?:wann|wie lange) (?:hat|ist|macht|öffnet|oeffnet|schließt|schliesst) /u,
    /(?:à|a) quelle heure (?:ouvre|ferme) |quand (?:ouvre|ferme) /u,
    /(?:a qu[ée] hora|cu[áa]ndo) (?:abre|cierra) |(?:a che ora|quando) (?:apre|chiude) |(?:a que horas|quando) (?:abre|fecha) /u,
    /(?:hoe laat|wanneer) (?:gaat|is|sluit|opent) /u,
  ),
  /(?:the |das |die |der |dem |la |le |les |el |il |lo |het |de |o |a |l['’])?(\p{L}[\p{L}\p{N}-]{2,})/u,
);
/** Words for the owner's place that the content may lack. Folded. */
const OWN_PLACE =
  /^(?:place|shop|store|business|office|site|centre|center|company|laden|geschaft|buro|betrieb|firma|praxis|studio|magasin|boutique|etablissement|cabinet|agence|tienda|negocio|local|centro|negozio|ufficio|sede|loja|winkel|zaak|bedrijf|praktijk|kantoor|your|you|euer|eure|eures|ihr|ihre|ihrer|votre|vos|vous|vostro|vostra|jullie|uw|vuestr[oa]|su)$/;

/** Place whose hours are asked for, in the question's spelling; null for the owner's. */
export function otherPlaceOfHours(question: string): string | null {
  const name = HOURS_OF.exec(question.slice(0, MAX_CHARACTERS_READ))?.[1] ?? '';
  const word = foldDiacritics(name.toLowerCase());
  return name === '' || isOwnPlace(word) || isQuestionStopWord(word) || isGenericWord(word) ? null : name;
}

/** "Où se trouve la piscine ?" */
const PLACE_SOUGHT = pattern(
  'iu',
  /(?<!\p{L})(?:o[uù] se trouve|o[uù] est|dove si trova|onde fica|gdj?e se nalazi)(?:nt)? (?:la |le |les |l['’]|il |lo |a |o )?(\p{L}{3,})/u,
);

/** Place whose address is asked for, in the question's spelling; null for the owner's. */
export function otherPlaceSought(question: string): string | null {
  const name = PLACE_SOUGHT.exec(question.slice(0, MAX_CHARACTERS_READ))?.[1] ?? '';
  return name === '' || isOwnPlace(foldDiacritics(name.toLowerCase())) ? null : name;
}

/** @param word folded, in lower case */
export const isOwnPlace = (word: string): boolean => OWN_PLACE.test(word);

/** The property of a thing: `safe` of "Is my money safe?" English. */
const STATED_PREDICATE =
  /^\W*(?:(?:hi|hello|help),? )?(?:my|our) \p{L}[\p{L}\p{N}-]+ (?:\p{L}{2,5}n['’]?t |(?:is|are|has|have|was|were|will|does|do|did|can|keeps?|got|looks?|turned|went|not|never|been|very|all|so|too|getting|turning|just|still|always) ){1,4}(\p{L}+)/iu;
const PREDICATE =
  /^\W*(?:is|are)\s(?:(?:an?|the|my|your|our|all)\s)?\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?\s(\p{L}+)\W*$/iu;

/** True for an English message that only tells of a problem: "I lost my key". */
export const tellsProblem = (message: string): boolean => TELLS_PROBLEM.test(message.slice(0, MAX_CHARACTERS_READ));

const TELLS_PROBLEM =
  /^(?!\W*(?:do|does|did|is|are|was|can|could|will|would|may|must|should|has|have|how|what|when|where|who|why|which|if|i(?:['’]d| would| want| need| like| have (?:an?|no|some)|(?: am|['’]m) (?:looking|an?|in|from|not sure)))(?!\p{L}))(?=[^?]*(?<!\p{L})(?:i|me|my|we|us|our|i['’](?:m|ve))(?!\p{L}))[^?]+$/iu;

/** Folded, in lower case; null for any other question. */
export function predicateOf(question: string): string | null {
  const read = question.slice(0, MAX_CHARACTERS_READ);
  const predicate = PREDICATE.exec(read)?.[1] ?? STATED_PREDICATE.exec(read)?.[1] ?? '';
  const word = foldDiacritics(predicate.toLowerCase());
  return subjectOf(question) === null || word === '' || isQuestionStopWord(word) || isGenericWord(word) ? null : word;
}
