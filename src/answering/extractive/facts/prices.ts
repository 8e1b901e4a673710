/** Amounts of money, and questions for them. */

const PRICE =
  /[€$£¥₹₺₽]|(?<!\p{L})(?:EUR|USD|GBP|CHF|PLN|SEK|DKK|NOK|CZK|Euros?|euros?|dollars?|pounds?|Franken|francs|zł|kr|TL|VND|VNĐ|IDR|Rp|грн|UAH|đ|đồng|reais|SAR|AED|EGP|KWD|JOD|pence|cents)(?!\p{L})|(?<!\p{L})(?:تومان|ریال|ريال|درهم|دينار|دنانير|دراهم|جنيه|ليرة|دولار|يورو)|\d\s?(?:천|만)?원|(?<![\p{L}\p{N}.,])\d{1,2}(?:p|ct|¢)(?![\p{L}\p{N}])/u;
/** Not "feel free to", "gluten free". */
const FREE =
  /(?<![\p{L}-])(?<!(?:feel|gluten|sugar|lactose|dairy|smoke|error)[ -])free(?![\p{L}-]|\s+(?:to|from)\s)|(?<!\p{L})(?:included|inklusive|inbegriffen|inclus(?:e|es)?|incluid[oa]s?|inclus[oaie]|inbegrepen|kostenlos|kostenfrei|gratis|gratuit(?:e|s|es|[oa]s?|i)?|bezpłatn\p{L}+|ücretsiz|бесплатн\p{L}+|безкоштовн\p{L}+|رایگان|مجانا|مجانًا|مجاني|مجانية|المجاني|المجانية)(?!\p{L})|免费|無料|무료|मुफ़?्त|निःशुल्क|निशुल्क/iu;

/** True for an amount of money, and for what costs nothing. */
export const tellsPrice = (text: string): boolean => tellsAmount(text) || FREE.test(text);

/** As said in a video: "five pence a gram". */
const SPOKEN =
  /(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|eighty|ninety|hundred|thousand) (?:pence|pounds?|euros?|dollars?|cents|quid)(?!\p{L})/iu;

export const tellsAmount = (text: string): boolean => (PRICE.test(text) && /\d/.test(text)) || SPOKEN.test(text);

/** "15 % off", "20 % weniger", "pay half". */
const DISCOUNT =
  /\d\s?%\s+(?:off|less|cheaper|weniger|günstiger|billiger|(?:de |di )?(?:menos|moins|(?:in )?meno|descuento|dto|réduction|remise|sconto|desconto)|korting|goedkoper|taniej|mindre)(?!\p{L})|(?<!\p{L})(?:saves?|sparen|spart) (?:you |Sie )?\d+\s?%|(?<!\p{L})(?:half[ -]price|half (?:the )?(?:price|fare)|pays? half|(?:zahl\p{L}+|bezahl\p{L}+) (?:nur )?(?:die Hälfte|halb)|halber Preis|mitad de precio|demi-tarif|moitié prix|metà prezzo|meia-entrada)(?!\p{L})/iu;

export const tellsDiscount = (text: string): boolean => DISCOUNT.test(text);

/** Characters of a question. */
const MAX_READ = 300;
/** "How much is …": not "how much time". */
const MONEY =
  /(?<!\p{L})(?:how much (?:is|are|does|do|for|would|will|to|per)|how much\W*$|(?:what|how much) (?:do|does|will|would|must|should|can) (?:\p{L}+ ){1,4}pay|free|kostenlos|gratis|gratuit\w*|prices?|costs?|fees?|charges?|wie ?viel kost\w*|wie teuer|was kost\w*|(?:was|wie ?viel) (?:be)?zahl\p{L}*|kosten|kostet|preise?|gebühr\w*|combien (?:coût\w*|ça|paie\p{L}*|dois-je payer)|coût\w*|prix|tarifs?|cuánto (?:cuesta|vale|es|pag)\w*|precios?|cuesta\w*|quanto (?:costa|custa|pag)\w*|prezz[oi]|preços?|costa\w*|hoeveel (?:kost|betaal)\w*|prijs|prijzen|ile (?:kosztuj|płac|zapłac|placi|zaplac)\p{L}*|cen[ay]|ne kadar|fiyat\w*|vad kostar|pris\w*|сколько (?:стоит|стоят|платить|заплатить)|цен[аы]|скільки кошту\p{L}+|почім|цін[аи]|berapa (?:harga|biaya|tarif|ongkir)\p{L}*|(?:harga|biaya|tarif|ongkir)(?:nya)?|giá|bao nhiêu tiền|hết bao nhiêu|قیمت|چنده|هزینه|چند تومان\p{L}*|(?:ال)?(?:سعر|أسعار|اسعار)\p{L}*|ثمن|بكم|بكام|تكلفة|يكلف|تكلف|رسوم|(?:ال)?(?:إيجار|ايجار))(?!\p{L})|多少钱|价格|फ[़]?ीस|क[़]?ीमत|शुल्क|किराया|कितने (?:का|की|रुपये)|いくら|얼마(?!나)|가격|요금|비용/iu;

export const asksForPrice = (question: string): boolean => MONEY.test(question.slice(0, MAX_READ));
