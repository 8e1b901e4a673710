/** Detects the visitor's language among those that have phrases: by script, then by the commonest words. */

import { pattern } from '../../../lib/patterns.ts';
import { isSerbianCyrillic } from '../../../text/analysis/serbian-cyrillic.ts';
import { normalForm } from '../../../text/normal-form.ts';

export const VISITOR_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'tr',
  'sv',
  'cs',
  'sk',
  'hu',
  'hr',
  'ro',
  'da',
  'ru',
  'uk',
  'el',
  'ar',
  'he',
  'hi',
  'th',
  'vi',
  'id',
  'fa',
  'zh',
  'ja',
  'ko',
] as const;
export type VisitorLanguage = (typeof VISITOR_LANGUAGES)[number];

const MAX_READ_CHARACTERS = 1000;

/** Share of a text's letters that tell its script, and fewer that tell one language of a script. */
const SCRIPT_SHARE = 0.3;
const LETTER_SHARE = 0.04;

/** Tried in order. A short question may lack the letters that tell a language from others of its script: it is in one of them. */
const SCRIPTS: readonly (readonly [readonly VisitorLanguage[], RegExp, number])[] = [
  [['ja'], /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, LETTER_SHARE],
  [['ko'], /\p{Script=Hangul}/gu, SCRIPT_SHARE],
  [['zh', 'ja'], /\p{Script=Han}/gu, SCRIPT_SHARE],
  [['th'], /\p{Script=Thai}/gu, SCRIPT_SHARE],
  [['fa'], /[پچژگکی]/gu, LETTER_SHARE],
  [['ar'], /[ةأإؤى]/gu, LETTER_SHARE],
  [['ar', 'fa'], /\p{Script=Arabic}/gu, SCRIPT_SHARE],
  [['he'], /\p{Script=Hebrew}/gu, SCRIPT_SHARE],
  [['hi'], /\p{Script=Devanagari}/gu, SCRIPT_SHARE],
  [['el'], /\p{Script=Greek}/gu, SCRIPT_SHARE],
  [['uk'], /[іїєґІЇЄҐ]/gu, LETTER_SHARE],
  [['ru'], /[ыэёъЫЭЁЪ]/gu, LETTER_SHARE],
  [['ru', 'uk'], /[йщьюяЙЩЬЮЯ]/gu, LETTER_SHARE],
  [['ru', 'uk', 'hr'], /\p{Script=Cyrillic}/gu, SCRIPT_SHARE],
];

const NOT_ASCII = /[^\0-\x7f]/;

/** Letters that tell a language, or a few, where no common word does. The first that the text has count. */
const OWN_LETTERS: readonly (readonly [readonly VisitorLanguage[], RegExp])[] = [
  [['vi'], /[ơư\u1ea0-\u1ef9]/iu],
  [['tr'], /[ğışİ]/u],
  [['pl'], /[łżźśńęą]/iu],
  [['es'], /[ñ¿¡]/iu],
  [['pt'], /[ãõ]/iu],
  [['cs'], /[ěřů]/iu],
  [['sk'], /[ľĺŕ]/iu],
  [['hu'], /[őű]/iu],
  [['cs', 'sk'], /[ďňť]/iu],
  [['vi', 'hr'], /đ/iu],
  [['pl', 'hr'], /ć/iu],
  [['cs', 'sk', 'hr'], /[čšž]/iu],
  [['ro'], /[șță]/iu],
  [['da'], /[æø]/iu],
  [['sv'], /å/iu],
  [['de'], /[äß]/iu],
  [['de', 'hu'], /[öü]/iu],
  [['fr'], /[œçêèâîû]/iu],
];

/** Letters that hardly any other language of Latin script here has: a word with them is of the language, or a name. */
const UNIQUE_LETTERS: ReadonlyMap<VisitorLanguage, RegExp> = new Map([
  ['vi', /[ơưđ\u1ea0-\u1ef9]/iu],
  ['tr', /[ğış]/u],
  ['pl', /[łżźśćńęą]/iu],
  ['pt', /[ãõ]/u],
  ['cs', /[ěřů]/iu],
  ['sk', /[ľĺŕ]/iu],
  ['hu', /[őű]|(?:ság|ség|ért|tól|ból|ról|höz|ként)(?!\p{L})/iu],
  ['hr', /[ćđ]/iu],
  // No Vietnamese word ends with ă.
  ['ro', /[șț]|ă(?!\p{L})/iu],
  ['da', /[æø]/iu],
]);

const words = (list: string) => new Set(list.split(' '));

const COMMON_WORDS: readonly (readonly [VisitorLanguage, ReadonlySet<string>])[] = [
  [
    'en',
    words(
      'the is are what how do does can you your my of to in where when who which why and for it this have i a much many there with that not no on at or from be about our we us any get per',
    ),
  ],
  [
    'de',
    words(
      'der die das ist sind was wie wo wann wer warum und ein eine ich sie ihr mein nicht kann können gibt es für mit auf zu den dem welche haben habt oder im bei von zum zur wird werden kein keine einen einem in per ' +
        'seid euch hat muss darf soll ob wenn mich mir uns krieg bekomme bin',
    ),
  ],
  [
    'fr',
    words(
      'de le la les est sont que quel quelle quels quelles comment où quand qui pourquoi et un une je vous votre mon ne pas puis pour des du avec il y ce combien peut on peux avez dans sur au aux cette ils elle nous faut a etes êtes ça en par mes vos nos ' +
        'suis sans chez être etre faire quoi aussi elle faites acceptez vendez',
    ),
  ],
  [
    'es',
    words(
      'a de el la los las es son qué que cómo como dónde cuándo quién por y un una yo usted su mi no puedo para del con hay cuánto cuál cuáles cuántos en ' +
        'o se si lo le les hacéis haceis hacen tenéis teneis tienen tiene podéis podeis puede pueden quiero tengo soy está están este esta donde cuando cuanto cuantos cuanta gracias hola más sin ya muy',
    ),
  ],
  [
    'it',
    words(
      'a il lo la gli le è sono che cosa come dove quando chi perché e un una io mi non posso per del della con di quale quanto quanti quali ci in ' +
        'siete avete fate ho ha mia mio dei delle dal dalla alla alle nel nella anche o se si',
    ),
  ],
  [
    'pt',
    words(
      'a de o os as é são que como onde quando quem por e um uma eu você seu sua meu não posso para do da com há qual quais quanto quantos em os ' +
        'vocês voces vcs vc você voce tem têm pode podem fazem aceitam abrem fecham vendem atendem oferecem fica ficam minha nos nas dos das ao aos à às pela pelo mais até já também quero queria gostaria preciso custa custam isso isto',
    ),
  ],
  [
    'nl',
    words(
      'de het een is zijn wat hoe waar wanneer wie waarom en ik u uw mijn niet kan kunnen voor van met op te zijn welke er hebben jullie in per heb ben ik zit ' +
        'mag moet bij als nog ook om wij heeft hoeveel hoelang krijg doen',
    ),
  ],
  [
    'pl',
    words(
      'a o która której którym któremu którego po przy przed pod od ze oraz być są macie można moge mozna jakich jakiej u za czym możesz mogę mi jakie jaki od czego jest są co jak gdzie kiedy kto dlaczego i w na z do nie czy się ile mój twój dla ten która który to',
    ),
  ],
  [
    'tr',
    words(
      'bir ve bu ne nasıl nasil nerede nerde zaman kim neden mı mi mu mü var yok için icin ile kaç kac kaçta kacta kaça hangi ben siz değil nedir miyim mıyım muyum misiniz mısınız musunuz müsünüz ' +
        'saat saati saatleri kadar ediyor ediyorum istiyorum fiyat fiyatı fiyati ücret ücreti ucreti olarak olacak lazım gerekiyor evet hayır peki daha çok cok oluyor yapıyor veriyor',
    ),
  ],
  [
    'vi',
    words(
      'có không và của những các này thì cho với để khi như nào gì đến vào cũng đã đang sẽ hoặc nếu bạn tôi bao nhiêu mấy giờ thế bằng được ' +
        'khong duoc nhieu muon',
    ),
  ],
  [
    'id',
    words(
      'apa berapa bagaimana gimana mana dimana kapan siapa apakah ada tidak bisa boleh yang untuk dengan dari ini itu saya anda kami kak atau dan jam harga ya mau pakai ke kalau ga gak nggak sudah belum buka',
    ),
  ],
  [
    'sv',
    words(
      'är vad hur var när vem varför och en ett jag ni du min inte kan för med på till det den vilka har finns som',
    ),
  ],
  [
    'cs',
    words(
      'je jak kde kdy kdo co proč proc kolik jsou máte mate mám můžu mohu lze dá se to na do ve v u za od s z pro nebo a i který která které jaký jaká jaké jakou jakém mi vás vám nás nám tam ještě také už jsem být ten ta bude po při ' +
        'nebo jaky jaka jake vas vam nas nam jeste uz muzu muzeme můžeme můžete ktera ktere chci chtěl bych prosím prosim jestli dokdy sebou',
    ),
  ],
  [
    'sk',
    words(
      'je ako kde kedy kto čo co prečo preco koľko kolko koľkej sú su máte mate mám mam môžem mozem môžeme mozeme dá da sa to na do vo v u za od s so z zo pre alebo a i aj ktorý ktorá ktoré aký aká aké akú akej akom aky aka ake ' +
        'mi vás vas vám vam nás nas nám nam ešte este tiež už uz som byť ten tá bude po pri môže moze viem chcem prosím prosim či si ste nie niečo nieco dokedy sebou',
    ),
  ],
  [
    'hu',
    words(
      'a az egy mi van nem és hogy vagy mit mennyi mennyibe mennyit kerül kerul mikor meddig hol hogyan honnan milyen melyik lehet kell szeretnék szeretnek szeretnénk köszönöm köszi kérem kérjük nyitva vannak vagyunk vagytok önök önöknél önöknek onoknel nálatok nalatok ' +
        'tudok tudom tudunk hány hany hánykor hanykor azt ezt ez még meg már csak vagyok lesz nincs elfogadnak vihetek jöhetek johetek magammal után minden ki kik',
    ),
  ],
  [
    'hr',
    words(
      'je su gdje gde kako koliko kolika kada kad tko ko što sto šta sta koji koja koje kojim ima imate imam imaju nema možete mozete možemo mogu može moze mogli mogla bih jel jeste li se da do na od u za s sa iz po pri ili i a ali ako ' +
        'vas vam vaš vaša vase nas nam mi još jos već vec ne nije samo bez kod ovaj želim zelim trebam treba molim nešto nesto radite radi prije nakon biti bude jedan',
    ),
  ],
  [
    'ro',
    words(
      'ce cum unde când cand cine este sunt și si la în in pe cu pentru care un o nu pot aveți aveti au să sa mă se din cât cat câte cate câți cati câtă de al ale mai poate fost vă va ați este',
    ),
  ],
  [
    'da',
    words(
      'er hvad hvordan hvor hvornår hvornar hvem hvorfor og en et jeg ikke kan for med på til det den de hvilke har i af som skal min mit jeres findes der vi man koster',
    ),
  ],
];

/** Returns English without evidence. */
export function visitorLanguage(text: string): VisitorLanguage {
  return visitorLanguagesOf(text)[0] ?? 'en';
}

/** Common words that tell the language of a text of the content: one may be a name or an abbreviation (`Mon-Fri`). */
const MIN_WRITTEN_WORDS = 3;

/** Language of a text of the content; null without evidence. */
export const writtenLanguage = (text: string): VisitorLanguage | null => languageOf(text, MIN_WRITTEN_WORDS);

/**
 * Languages that a question may be in, none without evidence: several when they share its content words, as `una` of Spanish and
 * Italian, or its letters. Linear; reads the beginning of a long text.
 */
export const visitorLanguagesOf = (text: string): readonly VisitorLanguage[] => languageEvidence(text).languages;

export interface LanguageEvidence {
  readonly languages: readonly VisitorLanguage[];
  /** Words that tell them; infinite for a script, none where a letter alone does. */
  readonly words: number;
}

export const languageEvidence = (text: string): LanguageEvidence => evidenceIn(text, 1);

const languageOf = (text: string, minWords: number): VisitorLanguage | null =>
  evidenceIn(text, minWords).languages[0] ?? null;

/** Letters after an apostrophe are no word: "don't", "Nyong'o". */
const BEHIND_APOSTROPHE = pattern('gu', /(?<=\p{L})['’]\p{L}(?!\p{L})/u);
/** Those of a code are none: "E8". */
const WORD = pattern('gu', /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])/u);

/** "Do u do takeaways?" */
const SHORT_YOU = /(?<!\p{L})(do|does|did|can|could|will|would|are|r|have) (?:u|ya)(?!\p{L})/gu;

/** Finnish is searched but not spoken: its letters would pass for German. */
const FINNISH_WORDS = words(
  'on ei ja ovat onko voiko saako voinko missä mikä mitä milloin paljonko kuinka entä teillä meillä klo sekä myös mutta kanssa eivät alle kun',
);
const FINNISH_LETTERS = /ää|öö|yö|[sl]{2}ä$/u;

const isFinnish = (word: string): boolean => FINNISH_WORDS.has(word) || FINNISH_LETTERS.test(word);

/** Words of other languages, too: they count beside letters of the language alone. */
const SHORT_WORDS: ReadonlyMap<VisitorLanguage, ReadonlySet<string>> = new Map([['hu', words('is de')]]);

function evidenceIn(text: string, minWords: number): LanguageEvidence {
  const read = normalForm(text.slice(0, MAX_READ_CHARACTERS), 'NFC');
  if (isSerbianCyrillic(read)) return { languages: ['hr'], words: Number.POSITIVE_INFINITY };
  const isAscii = !NOT_ASCII.test(read);
  const letters = isAscii ? 0 : (read.match(/\p{L}/gu)?.length ?? 0);
  for (const [languages, script, share] of isAscii ? [] : SCRIPTS) {
    const found = read.match(script)?.length ?? 0;
    if (found > 0 && found >= letters * share) return { languages, words: Number.POSITIVE_INFINITY };
  }
  const spoken = read.toLowerCase().replace(BEHIND_APOSTROPHE, '').replace(SHORT_YOU, '$1 you').match(WORD) ?? [];
  const scores = COMMON_WORDS.map(([language, common]) => {
    const letters = isAscii ? undefined : UNIQUE_LETTERS.get(language);
    const isLettered = letters?.test(read) === true;
    const short = isLettered ? SHORT_WORDS.get(language) : undefined;
    const tells = (word: string) =>
      common.has(word) || short?.has(word) === true || (isLettered && letters?.test(word) === true);
    return spoken.filter(tells).length;
  });
  const most = Math.max(...scores);
  if (spoken.filter(isFinnish).length > most) return { languages: [], words: 0 };
  if (most >= minWords) {
    const languages = COMMON_WORDS.flatMap(([language], at) => (scores[at] === most ? [language] : []));
    return { languages, words: most };
  }
  const [languages = []] = OWN_LETTERS.find(([, letters]) => letters.test(read)) ?? [];
  return { languages, words: 0 };
}
