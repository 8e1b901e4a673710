/** Holidays by name. They say when, and not what: the opening hours still help who asks "Are you open at Christmas?". */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';

const HOLIDAY = pattern(
  'u',
  /(?<!\p{L})/u,
  oneOf(
    /(?:bank|public|national) holidays?|christmas(?: eve| day)?|xmas|boxing day/u,
    /new year(?:['’]?s)?(?: eve| day)?|easter(?: sunday| monday)?|good friday|thanksgiving|feiertage?n?/u,
    /weihnachten|heiligabend|silvester|neujahr|ostern|ostersonntag|ostermontag|karfreitag|pfingsten/u,
    /jours? feries?|noel|paques|(?:dias? )?festivos?|navidad(?:es)?|nochebuena|nochevieja|ano nuevo/u,
    /semana santa|giorni festivi|natale|capodanno|pasqua|ferragosto|feriados?|natal|pascoa/u,
    /feestdag(?:en)?|kerst(?:mis)?|pasen|wielkanoc|swieta|julen?|pask|праздник\p{L}*/u,
  ),
  /(?!\p{L})/u,
);
/** Words around the name, and endings, in which a text may differ. */
const AROUND =
  /^(?:bank|public|national|jours?|dias?|giorni) | (?:eve|day|sunday|monday)$|(?<=\p{L}{3})(?:['’]?s|es|e?n)$/gu;

export interface Holiday {
  /** As the question writes it. */
  readonly name: string;
  /** Folded, as analysed. */
  readonly words: ReadonlySet<string>;
  /** True for a text that names it. */
  readonly isNamedIn: (text: string) => boolean;
}

/** Characters of a question. */
const MAX_READ = 300;

export function holidayIn(question: string): Holiday | null {
  const read = question.slice(0, MAX_READ).normalize('NFC');
  const text = folded(read);
  const found = HOLIDAY.exec(text);
  if (found === null) return null;
  const [phrase] = found;
  const root = phrase.replace(AROUND, '').replace(AROUND, '');
  return {
    // Folding may write one letter as two.
    name: text.length === read.length ? read.slice(found.index, found.index + phrase.length) : phrase,
    words: new Set(phrase.split(/[\s'’]+/u).flatMap((word) => [word, word.replace(/s$/, '')])),
    isNamedIn: (text) => folded(text).includes(root),
  };
}

const folded = (text: string): string => foldDiacritics(text.normalize('NFC').toLowerCase());
