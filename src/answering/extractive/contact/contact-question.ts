/** Recognises questions for a telephone number, mailbox or address. */
import { lazily } from '../../../lib/lazily.ts';
import { oneOf, sequence } from '../../../lib/patterns.ts';
import { questionAboutService } from '../follow-ups/forms/questions.ts';
import { VISITOR_LANGUAGES } from '../languages/visitor-language.ts';
import { questionPattern } from '../terms/question-pattern.ts';
import { type ContactConcept, contactConceptsOf } from '../thesaurus/synonyms.ts';
import { contactByWords } from './contact-by-words.ts';
import { asksForWay } from './directions-answer.ts';

/** Words that ask for nothing besides contact. */
const BESIDE = new Set(
  (
    'number numbers nummer numero numer details info information data line support customer service kundenservice kundendienst team shop store laden du your you us client cliente telemovel celular ' +
    'numar numarul cislo αριθμος αριθμο numara numarasi numaraniz bilgi bilgileri bilgileriniz नंबर नम्बर 번호 호텔 매장 가게 식당 병원 학교 고객 센터 회사 업체 رقم جوال موبايل مطعم محل متجر فندق عياد مدرس شرك مركز مكتب 番号 番号教 教えて numeris numeri numurs numuru stevilka stevilko номер nomor nomornya wa شماره номер ' +
    'lautet qual welk welche podajcie vosso vossa vostro vostra vuestro vuestra electronico elettronica eletronico size sizi devo kan schreiben schreibe ecrire escribir escribo scrivere scrivo escrever escrevo napisac hangi llamo dan das dar pueden mi date mai dai chiamo avete passa'
  ).split(' '),
);
/** Characters of a question. */
const MAX_CHARACTERS_READ = 200;
/** Most words for the contact's owner. */
const MAX_OWNERS = 2;
const NUMBER = /^(?:numbers?|nummern?|numer[oi]?|numeros?|nr|numaraniz)$/;
/** "Quel est votre numéro ?", and not the number of an order. */
const YOUR =
  /(?<!\p{L})(?:your|eu(?:re|er)|ihre|votre|vuestr[oa]|su|seu|vostro|jullie|uw|wasz|voss[oa]|numaran[ıi]z)(?!\p{L})/iu;
/** Questions for the address, which may hold nothing but stop words. */
const WHERE = questionPattern(
  'iu',
  /^\W*/u,
  oneOf(
    /where (?:are you(?!\p{L})|is (?:your|the) (?:shop|store|office|company|restaurant|location|address))/u,
    /how (?:do|can) i (?:find|get to) you(?! (?:by|from|with|via|on|in) )/u,
    sequence(
      /wo /u,
      oneOf(
        /seid ihr|sind sie|bist du|finde ich (?:euch|sie)/u,
        /ist (?:euer|ihr|der|das|eure) (?:laden|geschäft|büro|standort|filiale)/u,
      ),
    ),
    /where (?:r u|are u)|wo (?:ist das|liegt ihr)|(?:vous (?:êtes|etes)|c['’]est) o[uù](?!\p{L})/u,
    /(?:c['’]est )?où (?:êtes-vous|se trouve|vous trouver|c['’]est)/u,
    /d[oó]nde (?:est[aá]n|est[aá]is|est[aá] (?:la|su) (?:tienda|oficina))/u,
    /dove (?:siete|vi trovate|si trova)|onde (?:ficam|est[aã]o|fica)|waar (?:zijn jullie|bent u|zit)/u,
    /gdzie (?:jesteście|się znajdujecie)/u,
    /(?:\p{L}{2,15}[iıuü]n[iıuü]z )?(?:tam olarak )?(?:nerede|nerde)(?:siniz|desiniz)?\s*\??$|adresiniz/u,
    /var (?:ligger|finns ni|är ni|hittar (?:jag|man|vi) er)|где вы|де ви/u,
    /hvor (?:holder (?:dere|i) til|finner (?:vi|jeg|man) dere|er dere)/u,
    sequence(
      oneOf(
        /(?:где|де) (?:(?:находится|расположен\p{L}{0,2}|знаходиться|розташован\p{L}{0,2}) )?(?:ваш\p{L}{0,2} )?/u,
        /gd(?:je|e) (?:je|se nalazi) (?:vaš[ae]? )?|πού (?:είναι|βρίσκεται) (?:το|η|ο) |unde (?:este|e|se află) |hvor er |var är /u,
      ),
      oneOf(
        /магазин|офис|офіс|кафе|салон|клиника|клініка|отель|готель|ресторан|студия|студія|школа|музей/u,
        /ordinacija|radnja|lokal|prodavn?ica|trgovina|restoran|apartman|hotel|salon|servis|škola|ured|kancelarija|poslovnica|muzej|klinika/u,
        /κατάστημα|μαγαζί|γραφείο|ξενοδοχείο|εστιατόριο|ιατρείο|σχολή|μουσείο|magazinul|biroul|hotelul|restaurantul|cabinetul|salonul|clinica|muzeul/u,
        /butikken|kontoret|hotellet|salongen|klinikken|verkstedet|restauranten|museet|butiken|kliniken|verkstaden|restaurangen|skolan|skolen/u,
      ),
      /(?!\p{L})/u,
    ),
    /(?:di ?mana|dmn) (?:kalian|lokasi\p{L}*|alamat\p{L}*|letak\p{L}*|toko\p{L}*|kantor\p{L}*)/u,
    /(?:lokasi|alamat|letak)\p{L}* (?:di ?mana|dmn)|(?:địa chỉ|dia chi)(?!\p{L})/u,
    sequence(
      oneOf(
        /shop|quán|quan|tiệm|tiem|cửa hàng|cua hang|phòng khám|phong kham|khách sạn|khach san|nhà hàng/u,
        /nha hang|công ty|cong ty|văn phòng|van phong|trường|truong|bạn|ban/u,
      ),
      / (?:nằm )?(?:ở|o) (?:đâu|dau)(?!\p{L})/u,
    ),
    /къде (?:се намирате|сте|се намира (?:магазинът|хотелът|офисът|салонът|сервизът|ресторантът))|каде (?:се наоѓате|сте)|kade (?:se naogate|ste)/u,
    /wo (?:befinde|lieg)(?:t|n) (?:ihr|sie)|waar (?:kan|kunnen|vind) (?:ik|we|wij) (?:jullie|u)(?: vinden)?|waar (?:ligt|is) (?:de|het|jullie) (?:winkel|zaak|praktijk|hotel|restaurant|salon|school|atelier)/u,
    /dónde (?:se encuentran|os encuentro|los encuentro|est[aá] (?:el|la|su|vuestr[oa]) (?:taller|local|restaurante|hotel|escuela|clínica|consulta|salón|museo|camping))/u,
    /gdzie (?:was znajdę|się mieścicie|jest (?:sklep|lokal|salon|gabinet|restauracja|hotel|szkoła|muzeum|biuro))|onde (?:vos|os) encontro/u,
    /(?:dükkan|mağaza|atölye|otel|restoran|okul|klinik|ofis|salon|stüdyo|müze)\p{L}{0,4} nerede|nerede bulunuyorsunuz/u,
    /missä (?:te )?(?:olette|sijaitsette|sijaitsee|toimitte)|onde (?:é que )?(?:ficam|estão|fica a (?:vossa )?loja)|(?:อยู่|ตั้งอยู่)(?:ที่ไหน|ตรงไหน)/u,
    /(?:门市|門市|店[铺舖]?|你们|你們|公司|餐厅|餐廳|酒店)在(?:哪|什么地方|什麼地方)|喺邊度|在邊度/u,
    /(?:آدرس|ادرس|نشانی)\p{L}*(?: شما)? (?:کجا|چی)|کجا (?:هستید|هستین)|πού (?:είστε|βρίσκεστε)/u,
    /gd(?:je|e) (?:ste|se nalazi(?:te)?|vas mogu)|kde (?:vás|jste|ste|se nachází|sa nachádza)|hol (?:vannak|vagytok|találhatók?|találom)|unde (?:vă|sunteți|se află)|hvor (?:ligger|er I)/u,
    /kje (?:ste|se nahajate)|kur (?:jūs |jus )?(?:esate|esat|įsikūr\p{L}*|atrodaties)|kus (?:te )?(?:asute|olete)|on (?:sou|us trobeu)(?!\p{L})/u,
    sequence(
      /(?:أين|اين|وين|فين)\s?/u,
      oneOf(
        /أنتم|انتم|انتو|يقع|تقع|موقع|عنوان|مكان/u,
        /(?:ال)?(?:محل|مطعم|فرع|عيادة|متجر|فندق|مكتب|مركز)\p{L}*\s*[?؟]?$/u,
      ),
    ),
    /(?:दुकान|क्लिनिक|होटल|ऑफिस|दफ्तर|स्कूल|अस्पताल|रेस्टोरेंट|सेंटर|जिम|सैलून)\p{M}* (?:कहा[ँं]|किधर)|店(?:舗)?(?:は|って)?どこ|怎么找到你们|在哪条路|(?:場所|病院|会社|ホテル|教室)(?:は|って)?どこ/u,
    /איפה (?:אתם|אתן|נמצא|ה(?:חנות|משרד|מרפאה|מסעדה|סטודיו|מוסך))|आप कहा[ँं]|^(?:आपका )?पता(?: क्या है| बताइए| बताएं| बताएँ)?\W*$|你们在哪/u,
    /(?<![改换变错填写货])地址(?!.{0,3}[改换变错填写])|どこにあります|(?:위치|주소)\p{L}* 어디|^어디(?:에 있|예요|인가요|에요|입니까)/u,
    /(?:호텔|매장|가게|식당|병원|학교|사무실|지점)[은는이가]? 어디/u,
  ),
);
/** Words that find addresses, in any language of the thesaurus. */
export const PLACE_WORDS = 'find us address location contact';
/** The page with the mailbox rarely says "email" as often as others. */
export const MAILBOX_WORDS = 'contact';

/** The service's own questions, also for visitors who want a human where nobody can take over. */
const contactQuestions = lazily(
  (): ReadonlySet<string | null> =>
    new Set(VISITOR_LANGUAGES.map((language) => questionAboutService('contact', language))),
);

/** Asks for hours: "When are you there?" */
const ASKS_WHEN = questionPattern(
  'iu',
  /^\W*(?:(?:and|und|et|y|e|en|i|och|og|a|и|і) )?/u,
  oneOf(
    /(?:from |until |till )?(?:when|what times?)|how late|(?:(?:bis|ab|seit) )?wann|(?:um|ab|bis) (?:wie viel|wieviel) uhr|quand|(?:[àa]|jusqu['’][àa]) quelle heure/u,
    /cu[áa]ndo|a qu[ée] hora|quando|a che ora|a que horas|wanneer|hoe laat|(?:do )?kiedy|o kt[óo]rej|n[äa]r|hvorn[åa]r|n[åa]r|kdy|kedy|mikor|c[âa]nd|ne zaman|когда|коли|во сколько|πότε/u,
  ),
  /(?!\p{L})/u,
);

/** "Can I get mail there?" asks for no mailbox. */
const GETS_MAIL =
  /(?<!\p{L})(?:get|receive|collect|forward|have|handle) (?:my |our |any |the )?(?:mail|post|letters)(?!\p{L})/iu;

export function asksForPlace(question: string): boolean {
  const read = question.slice(0, MAX_CHARACTERS_READ);
  return WHERE.test(read) || contactByWords(read) === 'place' || asksForWay(question);
}

export interface AskedContact {
  readonly concept: ContactConcept;
  /** The owner of the contact: "the phone number for claims". */
  readonly of: readonly string[];
  /** "When can I call?" */
  readonly isForHours?: boolean;
  /** "How can I contact you?": a section about contact is quoted whole. */
  readonly isForAny?: boolean;
}

/**
 * Returns null for any other question.
 * @param words content words of the question, folded, in lower case
 */
export function contactAskedFor(question: string, words: readonly string[]): AskedContact | null {
  const read = question.slice(0, MAX_CHARACTERS_READ);
  if (ASKS_WHEN.test(read)) {
    const isForHours = words.length === 1 && words.some(isTelephone);
    return isForHours ? { concept: 'telephone', of: [], isForHours } : null;
  }
  if (GETS_MAIL.test(read)) return null;
  if (asksForPlace(question)) return { concept: 'place', of: [] };
  const byWords = contactByWords(read);
  if (byWords !== null) return { concept: byWords, of: [] };
  if (contactQuestions().has(question)) return { concept: 'contact', of: [] };
  const asked = words.map((word) => ({ word, concepts: contactConceptsOf(word) }));
  if (isForYourNumber(question, words)) return { concept: 'telephone', of: [] };
  // "Emergency number": whose number, and nothing else.
  const number = asked.length === 2 && NUMBER.test(asked[1]?.word ?? '') ? asked[0] : undefined;
  if (number !== undefined && number.concepts.length === 0) return { concept: 'telephone', of: [number.word] };
  const isPart = (word: string) =>
    ONE_IDEOGRAPH.test(word) && words.some((other) => other.length > 1 && other.includes(word));
  const isAbout = ({ word, concepts }: (typeof asked)[number]) => concepts.length > 0 || BESIDE.has(word);
  const isOfBoth = (word: string, at: number) =>
    KOREAN_PAIR.test(word) &&
    [asked[at - 1], asked[at + 1]].some((next) => next !== undefined && isAbout(next) && overlaps(word, next.word));
  if ((asked.length === 1 && asked[0]?.word === 'رقم') || SPELLED_NUMBER.test(read))
    return { concept: 'telephone', of: [] };
  const of = asked.flatMap((one, at) => (isAbout(one) || isPart(one.word) || isOfBoth(one.word, at) ? [] : [one.word]));
  const concept = conceptNamed(asked.flatMap(({ concepts }) => concepts));
  return concept === undefined || of.length > MAX_OWNERS ? null : { concept, of };
}

/** "Adresse mail" is a mailbox. */
const conceptNamed = (named: readonly ContactConcept[]): ContactConcept | undefined =>
  named[0] === 'place' && named.includes('mail') ? 'mail' : named[0];

const isForYourNumber = (question: string, words: readonly string[]): boolean =>
  words.some((word) => NUMBER.test(word)) &&
  words.every((word) => BESIDE.has(word)) &&
  YOUR.test(question.slice(0, MAX_CHARACTERS_READ));

/** Numbers that are asked for in several syllables, or in a script without spaces. */
const SPELLED_NUMBER =
  /เบอร์(?:โทร|ติดต่อ)|ขอเบอร์|(?<!\p{L})(?:số )?điện thoại(?!\p{L})|(?<!\p{L})(?:s[đd]t|so dien thoai|gọi số nào|cho xin số)(?!\p{L})|^番号(?:を|は)|^번호 ?(?:알려|좀|주세요|가)/iu;
/** `電` and `話` of `電話`. */
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;
/** `화번` of `전화번호` is a part of both its words. */
const KOREAN_PAIR = /^\p{Script=Hangul}{2}$/u;
const overlaps = (one: string, other: string): boolean =>
  one.endsWith(other.slice(0, 1)) || other.endsWith(one.slice(0, 1));

const isTelephone = (word: string): boolean => contactConceptsOf(word).includes('telephone');

/** The words that ask for a telephone number, where the question asks for nothing else; null for any other question. */
export function numberAskedFor(words: readonly string[]): string | null {
  const asksForNumber = words.some((word) => NUMBER.test(word)) && words.some(isTelephone);
  if (!asksForNumber || !words.every((word) => isTelephone(word) || BESIDE.has(word))) return null;
  return words.filter((word) => isTelephone(word) || NUMBER.test(word)).join(' ');
}

/** The same for the address of a mailbox. */
export function mailboxAskedFor(words: readonly string[]): string | null {
  const isMailbox = (word: string) => contactConceptsOf(word).includes('mail');
  const isAddress = (word: string) => contactConceptsOf(word).includes('place');
  if (!words.some(isMailbox) || !words.every((word) => isMailbox(word) || isAddress(word) || BESIDE.has(word)))
    return null;
  return words.filter((word) => isMailbox(word) || isAddress(word)).join(' ');
}
