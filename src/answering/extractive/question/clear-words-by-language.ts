/** Questions in other languages than English whose words mean something else. */
import { pattern } from '../../../lib/patterns.ts';

const END = /[\s?!.]*$/u;
const START = /^\W*/u;

/** Questions for the way, as the question that is suggested below a heading for it. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [
    pattern(
      'iu',
      START,
      /wie komm(?:e|t|en)? (?:ich|man|wir) (?:(?:am besten )?(?:zu (?:euch|ihnen|dir)|hin|da ?hin|dort ?hin|her))/u,
      END,
    ),
    'Wie komme ich zu Ihnen?',
  ],
  [
    pattern(
      'iu',
      START,
      /hoe (?:kom|kan|komen|kunnen) (?:ik|we|wij) (?:er|daar|(?:bij|naar) (?:jullie|u))(?: komen)?/u,
      END,
    ),
    'Hoe kom ik bij u?',
  ],
  [
    pattern(
      'iu',
      START,
      /comment (?:(?:on |je )?(?:vien[ts]|venir|aller|se rendre|y aller|vous trouver|on y va|arriver)(?: (?:chez vous|jusqu['’][àa] vous|l[àa]-bas))?)/u,
      END,
    ),
    'Comment venir chez vous ?',
  ],
  [
    pattern(
      'iu',
      START,
      /c[oó]mo (?:se )?(?:lleg(?:o|a|amos|ar)|os encuentro|voy)(?: (?:hasta )?(?:all[íi]|ah[íi]|ustedes))?/u,
      END,
    ),
    '¿Cómo se llega?',
  ],
  [
    pattern(
      'iu',
      START,
      /come (?:(?:ci |vi |si )?(?:arriv[oa]|arriviamo|arrivare|raggiung\p{L}+|trovo)(?: (?:da voi|l[ìi]|da te))?)/u,
      END,
    ),
    'Come si arriva?',
  ],
  [
    pattern(
      'iu',
      START,
      /como (?:(?:se )?cheg(?:o|a|ar|amos)|vou)(?: (?:a[íi]|l[áa]|at[ée] voc[êe]s|at[ée] vocês))?/u,
      END,
    ),
    'Como se chega aí?',
  ],
  [
    pattern(
      'iu',
      START,
      /jak (?:do was |tam )?(?:dojechac|dojechać|dojadę|dojade|trafic|trafić|dotrzec|dotrzeć)(?: do was| tam)?/u,
      END,
    ),
    'Jak do was dojechać?',
  ],
  [
    pattern(
      'iu',
      START,
      /(?:size |oraya |buraya )?nas[ıi]l (?:gelebilirim|gelirim|gelebiliriz|gelinir|ula[şs]\p{L}+|gidilir|giderim)/u,
      END,
    ),
    'Size nasıl gelebilirim?',
  ],
];

const HOURLY: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:tarif|taux|prix) horaire(?!s)(?!\p{L})/iu, "prix de l'heure"],
  [/(?<!\p{L})(?:tariffa|costo|prezzo) orari[ao](?!\p{L})/iu, "prezzo all'ora"],
  [/(?<!\p{L})hva tar (?:dere|de|du)(?: betalt)? i timen(?!\p{L})/iu, 'hva koster timepris'],
  [/(?<!\p{L})hvad tager i i timen(?!\p{L})/iu, 'hvad koster timepris'],
  [/(?<!\p{L})vad tar ni(?: betalt)? i timmen(?!\p{L})/iu, 'vad kostar timpris'],
];

/** Russian "from how many years" asks for no hours. */
const AGES: readonly (readonly [RegExp, string])[] = [[/(?<!\p{L})со? скольки лет(?!\p{L})/iu, 'с какого возраста']];

/** Words of a Vietnamese chat: `ship` is delivery there, and no boat. */
const VIETNAMESE_SHORT: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:sđt|sdt|số đt|so dt)(?!\p{L})/iu, 'số điện thoại'],
  [/(?<=(?<!\p{L})(?:có|co|phí|phi|tiền|tien|giá|gia|được|duoc|free|miễn phí|mien phi) )ship(?!\p{L})/iu, 'giao hàng'],
  // "Mấy giờ mở cửa vậy shop": whom one speaks to.
  [
    /^(?=.{0,200}(?:[ơưđ\u1ea0-\u1ef9]|(?<!\p{L})(?:khong|duoc|nhieu)(?!\p{L})))(.{1,200}?) (?:shop|ad)(?: ơi| oi| ạ| a)?(?=[\s?!.]*$)/iu,
    '$1',
  ],
];

/** Who runs a place owns it. */
const RUNNING: readonly (readonly [RegExp, string])[] = [[/(?<!\p{L})(hvem|vem) driver(?!\p{L})/iu, '$1 eier']];

export const CLEAR_WORDS_BY_LANGUAGE: readonly (readonly [RegExp, string])[] = [
  ...WAYS,
  ...HOURLY,
  ...AGES,
  ...VIETNAMESE_SHORT,
  ...RUNNING,
];
