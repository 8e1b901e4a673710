/**
 * Questions for the owner's place, telephone number or mailbox by the parts they consist of, in any order: `dove` + `vi` + `trovo`. Words of all
 * languages stand together, folded: a question of other words besides asks for something else.
 */
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { type ContactConcept, contactConceptsOf } from '../thesaurus/synonyms.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const WHERE = setOf(
  'where wo wohin ou donde adonde dove onde aonde waar gdzie kde kam nerede nereye neresi где куда де куди var vart hvor hol hova unde gdje gde kamo mana dimana',
);
/** The owner who is asked. */
const YOU = setOf(
  'you your euch euer eure eurer ihr ihre ihrer ihnen dich dir vous votre vos te os vuestro vuestra ustedes uds vosotros vi voi vostro vostra voces vcs vc voce vosso vossa jullie uw ' +
    'was wam wasz wasza wasze panstwa siz sizi sizin yeriniz вы вас вам вами ваш ваша ваше ви ert dere deres jeres vas vam vase kalian anda',
);
/** Verbs that address the owner. */
const YOU_ARE = setOf(
  'seid bist etes situes estan estais quedais ubicados siete trovate ficam zitten jestescie miescicie znajdujecie находитесь располагаетесь знаходитесь розташовані jste sidlite nachazite ste',
);
const OWN_PLACE = setOf(
  'shop store office laden geschaft buro filiale magasin boutique bureau agence tienda oficina local negozio ufficio loja escritorio winkel zaak kantoor sklep lokal biuro dukkan magaza магазин офис офіс butik butiken ' +
    'butikken forretning kontoret prodejna obchod kancelar prodavaonica magazinul toko tokonya kantor',
);
const STREET = setOf(
  'street strasse rue calle via rua straat ulicy sokaktasiniz sokakta улице вулиці gata gatan gade ulici jalan',
);
const WHICH = setOf(
  'which what welcher quelle que quale che qual em welke jakiej hangi какой якій vilken hvilken jake apa',
);
/** Little words: pronouns of who asks, articles, prepositions and verbs of being, finding and being able. */
const SMALL = setOf(
  'i we one can could do is are the a an to at on by in of how please give me have with somebody someone there find reach located ' +
    'ich wir man mir genau kann kannst konnt konnen finde finden ist sind sie liegt liegen befindet der die das den dem zu an unter wie bitte gib gebt geben habt haben mit jemand jemandem es eine einen ' +
    'je on puis peut peux est es c ce quoi quel la le les l de du se trouve trouver trouvez situe comment svp donnez donne moi avez un une par dans peu joindre ' +
    'el los las lo os su sus esta queda quedan ubicado ubicada encuentro encuentran encontrar puedo se puede como cual me das dame dar tienen teneis tiene hay un una en por favor a cuando les ' +
    'il si trova trovo trovare posso puo e come mi dai dammi avete un c in per favore qual quale ' +
    'o fica ficam estao encontro encontrar posso da do no na pra para tem passa qual me ' +
    'zijn zit ligt liggen vind vinden kan ik kunnen hoe wat jou je op het een geef hebben heeft met iemand naar per u bereiken ' +
    'jest sa znajde znalezc znajduje mozna moge sie jak jaki jaka macie podajcie podaj prosze na do pod z kims czy pana ' +
    'nasil hangi kac var mi lutfen bulabilirim ulasabilirim verir misiniz edebilirim nedir ' +
    'как можно мне с по каким какому какая какой у на в можно дайте скажите подскажите пожалуйста найти находится есть ли ' +
    'як можна мені з за яким якому яка який у на в чи дайте скажіть підкажіть знайти знаходиться є ' +
    'hur kan jag man ni er ar vad vilket vilken ska pa finns hittar ligger till per har nar na ' +
    'hvordan jeg hva hvad hvilket skal pa finner finder ligger i til har er ' +
    'jak muzu mohu mate jaky jake na ktere mam se da lze najdu najit je dejte prosim v ' +
    'bagaimana cara ada yang bisa di ke berapa',
);
const NUMBER = setOf(
  'number nummer numero nr numer numaraniz numarayi numaraya номер номеру номером nummeret cislo cisla nomor nomornya',
);
/** Beside these, a number is one to call. "Come mi chiamo?" alone asks for a name. */
const GIVE = setOf(
  'chiamo llamo give gib gebt donne donnez das dame dai dammi passa geef podajcie podaj дайте dejte verir avez tienen',
);
const CALL = setOf(
  'call ring anrufen telefonieren telefonisch appeler appelle joindre telephoner llamar llamaros llamarles chiamare chiamarvi telefonare ligar ligo bellen opbellen dzwonic zadzwonic arayayim ' +
    'arayabilirim звонить позвонить созвониться дзвонити подзвонити зателефонувати ringa ringe volat zavolat menelepon dihubungi telefonla telefonicky',
);
const WRITE = setOf(
  'write schreiben schreibe ecrire ecris escribir escribo escribiros scrivere scrivo scrivervi escrever escrevo schrijven napisac pisac yazabilirim yazayim написать писать написати писати skriva skrive napsat psat kirim',
);
const MAX_WORDS = 9;

/** Words that name a contact, other than by asking where. */
const named = (words: readonly string[], concept: ContactConcept): ReadonlySet<string> =>
  new Set(words.filter((word) => !WHERE.has(word) && contactConceptsOf(word).includes(concept)));

/** Returns null for any other question. @param question of bounded length */
export function contactByWords(question: string): ContactConcept | null {
  const words = foldDiacritics(question.toLowerCase()).match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < 2 || words.length > MAX_WORDS) return null;
  const has = (...sets: readonly ReadonlySet<string>[]) => words.some((word) => sets.some((set) => set.has(word)));
  const areAll = (...sets: readonly ReadonlySet<string>[]) => words.every((word) => sets.some((set) => set.has(word)));
  const areBeside = [YOU, YOU_ARE, SMALL, WHICH];
  if (has(WHERE) && has(YOU, YOU_ARE, OWN_PLACE) && areAll(WHERE, OWN_PLACE, ...areBeside)) return 'place';
  if (has(STREET) && has(WHICH) && areAll(STREET, OWN_PLACE, ...areBeside)) return 'place';
  const places = named(words, 'place');
  const mails = named(words, 'mail');
  const phones = named(words, 'telephone');
  if (places.size > 0 && areAll(places, OWN_PLACE, ...areBeside)) return 'place';
  if ((mails.size > 0 || has(WRITE)) && has(WHERE) && areAll(mails, WRITE, WHERE, ...areBeside)) return 'mail';
  const isToCall = phones.size > 0 || has(CALL) || (has(NUMBER) && has(YOU, GIVE));
  return isToCall && areAll(phones, CALL, NUMBER, GIVE, ...areBeside) ? 'telephone' : null;
}
