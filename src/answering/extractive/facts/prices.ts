/** Amounts of money, and questions for them. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';

const PRICE = pattern(
  'u',
  oneOf(
    // `$DATA_DIR` is a variable.
    /[€£¥₹₺₽₪]|\$(?![\p{L}_{(])/u,
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /EUR|USD|GBP|CHF|PLN|SEK|DKK|NOK|CZK|Euros?|euro(?:s|a|n)?|eura|RSD|din(?:ar\p{L}{0,2})?|BAM|KM|HRK|kuna|dollars?|pounds?|Franken|francs|zł|złot(?:e|ych)|kr|kron(?:er|or|e)|korun|TL|VND|VNĐ/u,
        /IDR|Rp|Ft|HUF|forint\p{L}{0,3}|грн|грив(?:ень|ні|ня)|UAH|руб|рубл(?:ей|я|ь)|שקלים|שקל|RON|lei|leu|Kč|ευρώ|đ|đồng|reais|SAR|AED|EGP|KWD|JOD|pence|cents/u,
      ),
      /(?!\p{L})/u,
    ),
    /(?<!\p{L})(?:تومان|ریال|ريال|درهم|دينار|دنانير|دراهم|جنيه|ليرة|دولار|يورو)|\d\s?(?:천|만)?원|\d\s?(?:元|[块塊][钱錢]?|円|万円)/u,
    /(?<![\p{L}\p{N}.,])\d{1,2}(?:p|ct|¢)(?![\p{L}\p{N}])/u,
  ),
);
/** Not "feel free to", "gluten free". */
const FREE = pattern(
  'iu',
  oneOf(
    /(?<![\p{L}-])(?<!(?:feel|gluten|sugar|lactose|dairy|smoke|error)[ -])free(?![\p{L}-]|\s+(?:to|from)\s(?![€$£\p{N}]))/u,
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /included|inklusive|inbegriffen|inclus(?:e|es)?|incluid[oa]s?|inclus[oaie]|inbegrepen|kostenlos/u,
        /kostenfrei|gratis|freie[nr]? eintritt|eintritt (?:ist )?frei|entrée libre|entrada libre|ingresso libero|wstęp wolny|gratuit(?:e|s|es|[oa]s?|i)?|bezpłatn\p{L}+|ücretsiz|бесплатн\p{L}+/u,
        /безкоштовн\p{L}+|zdarma|zadarmo|besplat(?:an|n\p{L}+)|bez poplatku|bezplatn\p{L}+|ingyen\p{L}{0,4}|díjmentes\p{L}{0,2}|díjtalan\p{L}{0,2}|δωρεάν|رایگان|مجانا|مجانًا|مجاني|مجانية|المجاني|المجانية/u,
      ),
      /(?!\p{L})/u,
    ),
    /免[费費]|無料|무료|मुफ़?्त|निःशुल्क|निशुल्क/u,
  ),
);

/** "At no cost", "€0", and not "two months free". */
const COSTS_NOTHING = pattern(
  'iu',
  oneOf(
    /(?<![\p{L}-])(?<!(?:feel|gluten|sugar|lactose|dairy|smoke|error|days?|weeks?|months?|years?)[ -])free(?![\p{L}-]|\s+(?:to|from)\s(?![€$£\p{N}]))/u,
    /(?<!\p{L})(?:at|for|with) no (?:extra |additional )?(?:cost|charge)|(?<!\p{L})without (?:charge|payment)|[€$£]\s?0(?![\p{N}.,]*[1-9])|(?<![\p{N}.,])0\s?€/u,
    /(?<!\p{L})(?:kostenlos\p{L}*|kostenfrei\p{L}*|gratis|gratuit\p{L}{0,4})(?!\p{L})/u,
  ),
);

export const costsNothing = (text: string): boolean => COSTS_NOTHING.test(text);

/** "The free plan" is the name of one. "Is there a free plan?" asks for whatever costs nothing. */
const FREE_PLAN =
  /(?<!\p{L})(?:the|your) free (?:plan|tier|version|edition|account|package|subscription|licen[cs]e|trial)(?!\p{L})/iu;

export const asksWhetherFree = (question: string): boolean => costsNothing(question) && !FREE_PLAN.test(question);

/** True for an amount of money, and for what costs nothing. */
export const tellsPrice = (text: string): boolean => tellsAmount(text) || FREE.test(text);

/** Prices of speech, as in videos: "five pence a gram". */
const SPOKEN =
  /(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|eighty|ninety|hundred|thousand) (?:pence|pounds?|euros?|dollars?|cents|quid)(?!\p{L})/iu;

export const tellsAmount = (text: string): boolean => (PRICE.test(text) && /\d/.test(text)) || SPOKEN.test(text);

/** "Breakfast is included": a price of breakfast alone. */
const INCLUSION =
  /(?<!\p{L})(?:included|inklusive|inbegriffen|enthalten|inclus(?:e|es|[oai])?|incluid[oa]s?|compris(?:e|es)?|compres[oaie]|inbegrepen|wliczon\p{L}{1,3}|dahil(?:dir)?)(?!\p{L})/iu;

export const tellsInclusion = (text: string): boolean => INCLUSION.test(text);

/** "15 % off", "20 % weniger", "pay half". */
const DISCOUNT = pattern(
  'iu',
  oneOf(
    sequence(
      /\d\s?%\s+/u,
      oneOf(
        /off|less|cheaper|weniger|günstiger|billiger/u,
        /(?:de |di )?(?:menos|moins|(?:in )?meno|descuento|dto|réduction|remise|sconto|desconto)|korting/u,
        /goedkoper|taniej|mindre/u,
      ),
      /(?!\p{L})/u,
    ),
    /\d\s?(?:[%%割]\s?(?:オフ|OFF|引)|[%%]\s?(?:할인|세일))/u,
    /(?<!\p{L})(?:saves?|sparen|spart) (?:you |Sie )?\d+\s?%/u,
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        /half[ -]price|half (?:the )?(?:price|fare)|pays? half/u,
        /(?:zahl\p{L}+|bezahl\p{L}+) (?:nur )?(?:die Hälfte|halb)|halber Preis|mitad de precio|demi-tarif/u,
        /moitié prix|metà prezzo|meia-entrada/u,
      ),
      /(?!\p{L})/u,
    ),
  ),
);

/** A line of a price list for those who pay less: "Student – £22 a month". */
const CONCESSION = pattern(
  'iu',
  sequence(
    /^/u,
    oneOf(
      /students?|pupils?|apprentices|trainees|pensioners?|seniors?|unemployed|concessions?|concessionary|reduced|discounted/u,
      /studenten|studierende|schüler|auszubildende|azubis?|rentner|senioren|ermäßigt|ermäßigter|ermäßigung/u,
      /étudiants?|lycéens|tarif réduit|réduit|estudiantes?|jubilados|reducida|studenti|pensionati|ridotto|estudantes?/u,
      /aposentados|meia|scholieren|gepensioneerden|uczniowie|emeryci|ulgowy|elever|pensionärer|pensionister/u,
    ),
    /(?!\p{L})/u,
  ),
);

export const tellsDiscount = (text: string): boolean =>
  DISCOUNT.test(text) || (CONCESSION.test(text) && tellsAmount(text));

/** Characters of a question. */
const MAX_CHARACTERS_READ = 300;
/** "How much is …": not "how much time". */
const MONEY = pattern(
  'iu',
  oneOf(
    sequence(
      /(?<!\p{L})/u,
      oneOf(
        // `Frokosten` is the breakfast in Norwegian.
        /(?!frokosten)\p{L}{3,24}(?:preise?|kosten|gebühr(?:en)?|tarife?|prijs|prijzen|tarief|tarieven)/u,
        // A `Datensatz` and an `Einsatz` cost nothing.
        /(?:stunden|tages?|wochen|monats|minuten)s(?:atz|ätze)/u,
        /c['’]est combien(?! de)|combien c['’]est|(?:(?:est|sont) (?:de |à )?|c['’]est )combien\W*$|(?:was|wie ?viel) (?:nehmt|nimmt|verlangt|berechnet) (?:ihr|man)/u,
        /cu[aá]nto (?:me )?(?:cuesta|vale|es|sale|cobr|pag|ser[ií]a)\w*|quanto (?:viene|vengono|fa)|quant['’]è|wat kost(?:en)?|hoe duur|ile za/u,
        /how much (?:is|are|does|do|for|would|will|to|per)|how much\W*$/u,
        /(?:what|how much) (?:do|does|will|would|must|should|can) (?:\p{L}+ ){1,4}pay|free|kostenlos|gratis/u,
        /gratuit\w*|prices?|costs?|fees?|charges?|cheap(?:er|est)?|wie ?viel kost\w*|wie teuer|was kost\w*/u,
        /(?:was|wie ?viel) (?:be)?zahl\p{L}*|kosten|kostet|preise?|gebühr\w*/u,
        /combien (?:coût\w*|ça|paie\p{L}*|dois-je payer)|coût\w*|prix|tarifs?/u,
        /cuánto (?:cuesta|vale|es|pag)\w*|precios?|cuesta\w*|quanto (?:costa|custa|pag)\w*|prezz[oi]|preços?/u,
        /costa\w*|hoeveel (?:kost|betaal)\w*|prijs|prijzen|ile (?:kosztuj|płac|zapłac|placi|zaplac)\p{L}*/u,
        /cen[ay]|ne kadar(?! (?:zaman|sür))|fiyat\w*|vad kostar|pris\w*|сколько (?:стоит|стоят|платить|заплатить)|цен[аы]/u,
        /koliko (?:(?:to|me|vas|će me) )?(?:ko[šs]ta|stoj|se pla[ćc]a|pla[ćc]a|iznos)\p{L}*|cijen\p{L}+|po[šs]to je/u,
        /(?:kolik|ko[ľl]ko) (?:to |v[áa]s |u v[áa]s )?(?:stoj|zaplat|plat[íi])\p{L}*|za (?:kolik|ko[ľl]ko)|(?:kolik|ko[ľl]ko) s[ea] plat[íi]|mennyibe ker[üu]l\p{L}*|mennyit (?:kell )?fizet\p{L}*|mennyi (?:az? )?(?:\p{L}+ )?(?:[áa]ra?|d[íi]ja?)|mi az [áa]ra|h[áa]ny forint\p{L}*|hva koster|hvor mye koster|hva tar dere|vad tar ni|paljonko (?:se )?(?:maksaa|maksavat)|כמה (?:זה )?עול(?:ה|ים)|πόσο (?:κοστίζ|έχ|κάν)\p{L}+|τιμ(?:ή|ές)|κόστος|c[âa]t cost[ăa]|hvad koster|prețul|prețuri(?:le)?/u,
        /скільки (?:він |вона |воно |вони |це )?кошту\p{L}+|почім|цін[аи]|berapa (?:harga|biaya|tarif|ongkir)\p{L}*/u,
        /(?:harga|biaya|tarif|ongkir)(?:nya)?|giá|bao nhiêu tiền|hết bao nhiêu|قیمت|چنده|هزینه/u,
        /چند تومان\p{L}*|(?:ال)?(?:سعر|أسعار|اسعار)\p{L}*|ثمن|بكم|بكام|تكلفة|يكلف|تكلف|رسوم/u,
        /(?:ال)?(?:إيجار|ايجار)/u,
      ),
      /(?!\p{L})/u,
    ),
    /多少(?:[钱錢]|元)|幾錢|[价價]格|[学學][费費]|票[价價]|收[费費]|[费費]用|[费費](?:是|要)?多少|[几幾][块塊][钱錢]?|फ[़]?ीस|क[़]?ीमत|शुल्क|किराया|कितने (?:का|की|रुपये)|いくら|얼마(?!나)|가격|요금|비용|회비|(?:수강|이용|입장|진료|사용|교육|관람|대여|수업|학원|숙박|참가|가입)(?:료|비)/u,
  ),
);

/** "How long does it take to charge?" is about a battery. */
const CHARGES_BATTERY =
  /(?<!\p{L})(?:(?:can|do|should|must|could) (?:i|we)|(?:long|often|have|need|take|how|fail|fails) to|wo?n['’]?t|not|does|doesn['’]?t|long|often) charge(?!\p{L})/giu;

export const asksForPrice = (question: string): boolean =>
  MONEY.test(question.slice(0, MAX_CHARACTERS_READ).replace(CHARGES_BATTERY, ' '));

/** "The cheapest plan" is one with a price. */
const CHEAPEST = /(?<!\p{L})cheap(?:er|est)(?!\p{L})/iu;

export const asksForCheapest = (question: string): boolean => CHEAPEST.test(question.slice(0, MAX_CHARACTERS_READ));
