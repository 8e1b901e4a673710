/** Finnish, Norwegian, Hebrew and more Russian words of the thesaurus, by a word of their concept in `synonyms.ts`. */

/** Word beginnings as there, folded. */
const FINNISH: Readonly<Record<string, string>> = {
  opening: 'auki$ avoinna$ avataan$ aukiolo suljettu$ suljetaan$ kiinni$',
  payment: 'maksutap maksukort kateinen kateisel',
  shipment: 'toimitus toimitet lahetys lahetat',
  returned: 'palautus palautt palauta',
  prices: 'hinta$ hinnat$ hinnasto maksaa$ maksavat$ paljonko$ kustan',
  gratuit: 'ilmai maksuton maksutto',
  cancel: 'peruut peruu peru$',
  hiring: 'tyopaik rekry',
  giftcard: 'lahjakort',
  discount: 'alennu',
  children: 'lapsi$ lapset$ lapsen$ lasten$ lapsille$ lapsia$ lapsel',
  parking: 'pysakoi parkki',
  pets: 'koira koiran lemmik kissa',
  wifi: 'langaton$ netti$ nettiyhteys',
  meals: 'ruoka$ ruokaa$ syoda$ ravintola kahvila lounas lounaan aamiai',
  etudiant: 'opiskelij',
  wheelchair: 'pyoratuol esteeton esteetto',
  telephone: 'puhelin soittaa$',
  location: 'osoite$ osoitte sijain',
  contact: 'yhteys yhteytta',
};

const NORWEGIAN: Readonly<Record<string, string>> = {
  opening: 'apent$ apen$ apne$ apner$ apningstid stengt$ stenger$',
  payment: 'betal kontant vipps$',
  cancel: 'avbestil kanseller',
  checkin: 'innsjekk sjekke$ sjekker$',
  checkout: 'utsjekk sjekke$ sjekker$',
  children: 'barn$ barna$ barnet$',
  parking: 'parker',
  pets: 'hunden$ kjaeledyr',
  meals: 'frokost middag$ lunsj',
  telephone: 'telefonnumm',
};

const GERMAN_STAYS: Readonly<Record<string, string>> = {
  checkin: 'eincheck',
  checkout: 'auscheck',
};

const RUSSIAN: Readonly<Record<string, string>> = {
  payment: 'заплат уплат',
  prices: 'платны платна платно$',
  location: 'добрат доехат',
};

export const NORTHERN: readonly Readonly<Record<string, string>>[] = [FINNISH, NORWEGIAN, RUSSIAN, GERMAN_STAYS];

/** Whole words, as they are written. */
export const HEBREW: Readonly<Record<string, string>> = {
  opening: 'פתוח פתוחה פתוחים פתיחה הפתיחה נפתח נפתחים סגור סגורה סגורים נסגר נסגרים שעות',
  payment: 'תשלום לשלם משלמים אשראי מזומן',
  shipment: 'משלוח משלוחים המשלוח שולחים נשלח',
  returned: 'החזרה החזרות להחזיר מחזירים החלפה להחליף',
  reimburse: 'החזר כסף הכסף זיכוי',
  prices: 'מחיר מחירים המחיר המחירים עולה עולים עלות עלויות',
  gratuit: 'חינם בחינם',
  cancel: 'ביטול לבטל מבטלים ביטולים',
  hiring: 'משרות משרה דרושים',
  discount: 'הנחה הנחות',
  children: 'ילד ילדים לילדים הילדים ילדה תינוק',
  parking: 'חניה חנייה החניה חניון לחנות חונים',
  pets: 'כלב כלבים לכלבים הכלב חתול',
  wifi: 'אינטרנט',
  meals: 'אוכל לאכול מסעדה קפה ארוחה ארוחת',
  etudiant: 'סטודנט סטודנטים לסטודנט לסטודנטים',
  wheelchair: 'נגישות נגיש גלגלים',
  telephone: 'טלפון הטלפון להתקשר',
  courriel: 'מייל דואל',
  location: 'כתובת הכתובת נמצאים נמצא',
  contact: 'קשר',
};
