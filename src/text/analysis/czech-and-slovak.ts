/** Stop words of Czech and Slovak, and one light stemmer: no library of ours has one for Czech, and folded endings are much the same in both. */

import { endingsOf, withoutEnding } from './light-stemming.ts';

export const CZECH_STOP_WORDS: readonly string[] =
  'a aby ale ani ano asi az bez bude budeme budete budes budou budu by bych bychom byl byla byli bylo byt ci co coz dal dalsi dnes do ho i jak jake jako jaka jaky jakou jakych jakym je jeho jej jeji jejich jen jeste jestli jestlize ji jich jim jiz jsem jsi jsme jsou jste k kam kazda kazde kazdy kde kdo kdy kdyz ke kolik ktera ktere kteri kterou ktery kterych kterym ma mam mame maji mate me mel mela mezi mi mit mne mnou mohou mohu muj muze muzeme muzes muzete muzou muzu my na nad nam nami nas nasem nase nasi nasich nasim ne nebo nejsou neni nez nic o od on ona oni pak po pod podle pokud pouze prave pred pres pri pro proc proto protoze prvni re s se sebe sebou si sve svuj svym ta tak take takze tam te ten tento teto tim to toho tohle toto tu tuto tvuj ty tyto u uz v vam vami vas vase vasi vasich ve vsak vse vsech vsechny vsichni vy z za zda ze zde nez'.split(
    ' ',
  );

export const SLOVAK_STOP_WORDS: readonly string[] =
  'ak ako ake aka aky akou akych akym aj alebo ale ani ano asi az ba bez bol bola boli bolo bude budem budeme budete budes budu by byt cez ci co cim dnes do este ho i iba ich im ja je jeho jej ju k kam kazda kazde kazdy kde kto ktora ktore ktori ktoru ktory ktorych ktorym kolko kolkej ked kedy ku lebo len ma mam mame maju mate medzi mi moj moja moje moze mozem mozeme mozete mozu mna mne mnou mozno my na nad nam nami nas nase nasej nasi nasich nasom nech nez nie niet nic o od on ona oni ono po pod podla pokial potom pre preco pred pri s sa seba sebou si so som ste sme su svoj ta tak takze tam tato teda ten tento tej to toho tohto tu tuto ty tym u uz v vam vami vas vase vasej vasi vasich vo vsak vsetko vsetky vy z za zo ze'.split(
    ' ',
  );

/** Endings of cases and of persons. Folded. */
const INFLECTIONS = endingsOf(
  'iach iami iemi ieho iemu ieme ami ach ich ych ech och imi ymi emi iho eho emu imu iam iou iem ime ame eme ite ate ete aji eji aju eju ' +
    'mi em im ym am um om ej ou ii ie ia iu a e i o u y',
);
/** Endings of verbs, participles, verbal nouns and adjectives, taken off after `INFLECTIONS`. Folded. */
const DERIVATIONS = endingsOf(
  'ovavan ovavat ovan ovat oval ovac uj nout nut out iet at it et an en al il ac ov ej am em om um',
);
/** The vowel of `poplatek` and `poukážok`, which falls out in `poplatku` and `poukážka`. */
const FLEETING_VOWEL = /(?<=\p{L}{2})(?:(?:ie|o)(?=k$)|e(?=[klrtv]$))/u;

/** @param word folded, in lower case */
export function czechStem(word: string): string {
  const stem = withoutEnding(withoutEnding(word, INFLECTIONS), DERIVATIONS);
  // Consonants that a case ending softens: `praha`, `praze`; `zásilka`, `zásilce`.
  return stem.replace(/c$/, 'k').replace(/z$/, 'h').replace(FLEETING_VOWEL, '');
}
