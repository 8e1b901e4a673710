/** Messages about lost things, for which the content tells where found ones are kept. */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import type { VisitorLanguage } from '../languages/visitor-language.ts';

const MAX_CHARACTERS_READ = 200;
/** Words that find the passage. */
const LOST_PROPERTY: Partial<Record<VisitorLanguage, string>> = {
  en: 'lost property',
  de: 'Fundsachen',
  fr: 'objets trouvés',
  es: 'objetos perdidos',
};
/** Things that no desk keeps. */
const IMMATERIAL =
  /(?<!\p{L})(?:pass ?words?|pass ?codes?|pins?|log ?ins?|user ?names?|codes?|accounts?|jobs?|way|children|child|son|daughter|pass?wort|kennwort|zugang|konto|weg|mot de passe|compte|identifiant|contraseña|clave|cuenta|usuario)(?!\p{L})/iu;
const LOST = pattern(
  'iu',
  oneOf(
    /^\W*(?:(?:hi|hello|help|sorry),? )?(?:i|we)(?:['’]ve| have| think (?:i|we)| may have| might have| must have)?(?: just| probably| also)? (?:lost|left|forgot|forgotten|misplaced|mislaid) (?:my|our|a|an|some) /u,
    /^\W*(?:(?:hi|hello),? )?(?:did|have|has) (?:you|you guys|anyone|anybody|someone|somebody) (?:found|find|handed in) (?:my|our|a|an) /u,
    /(?<!\p{L})(?:meine[nr]?|mein|unsere[nr]?|unser|eine[nr]?|ein) .{2,40}(?:verloren|vergessen|liegen ?gelassen|verlegt)(?!\p{L})/u,
    /(?<!\p{L})j['’]ai (?:perdu|oublié|oublie|laissé|laisse) (?:mon|ma|mes|un|une) /u,
    /(?<!\p{L})(?:perd[ií]|he perdido|olvid[eé]|he olvidado|he dejado|me dej[eé]|dej[eé]) (?:mi|mis|un|una) /u,
  ),
);

/** Words that find lost property; null for other messages and languages. */
export function lostPropertyWords(message: string, language: VisitorLanguage): string | null {
  const read = message.slice(0, MAX_CHARACTERS_READ);
  return LOST.test(read) && !IMMATERIAL.test(read) ? (LOST_PROPERTY[language] ?? null) : null;
}
