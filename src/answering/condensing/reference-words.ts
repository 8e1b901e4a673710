/** Words with which a question refers to the conversation. */
import { oneOf } from '../../lib/patterns.ts';
import type { VisitorLanguage } from '../extractive/languages/visitor-language.ts';

export interface ReferenceWords {
  /** At the beginning: the question continues another. */
  readonly openers: string;
  /** Pronouns and the like. */
  readonly references: string;
  /** Phrases whose pronoun stands for nothing, or for the present time. */
  readonly idle?: string;
}

/** Alternatives of a regular expression, in lower case. */
export const REFERENCE_WORDS: Readonly<Record<VisitorLanguage, ReferenceWords>> = {
  en: {
    openers: 'and|but|or|so|then|also|plus|what about|how about|what if|how come|ok|okay|same',
    references:
      'it|its|they|them|their|theirs|that|those|this|these|he|she|him|her|there|too|also|as well|instead|either|both|otherwise|same|(?:the|that|this|which|another|each|other)(?: \\w+)? ones?|ones|the other|others',
    idle: "(?:is|was|would|will|isn't) it (?:possible|ok|okay|allowed|necessary|safe|true|worth)|(?:does|will|would|did) it (?:take|cost|matter) to|(?:is|are|was|were|will|isn't|aren't) there|this (?:week|weekend|month|year|morning|afternoon|evening|spring|summer|autumn|winter|time)|these days",
  },
  de: {
    openers: 'und|aber|oder|auch|dann|was ist mit|wie sieht es|wie ist es|was wenn|ok|okay',
    references:
      'es|er|ihn|ihm|sie|davon|damit|dafür|dazu|daran|darin|dort|dorthin|da|derselbe|dasselbe|auch|stattdessen|beides|beide|dies|diese[rsnm]?|jene[rsnm]?|der andere|die andere|das andere',
    idle: "gibt es|gibt's|geht es|ist es möglich|(?:dauert|kostet) es,|wie spät ist es|diese[nrs]? (?:woche|monat|jahr|wochenende|sommer|winter)",
  },
  fr: {
    openers: "et|mais|ou|alors|aussi|sinon|qu'en est-il|dans ce cas",
    references:
      "ça|cela|ceci|celui|celle|ceux|celles|il|ils|elle|elles|lui|eux|là|là-bas|aussi|non plus|le même|la même|les deux|l'autre|l[ea]s? \\p{L}+(?:er|ir|re)|cet|cette|ces|ce",
    idle: "il y a|y a-t-il|est-ce|qu'est-ce|est-il possible|faut-il|il faut|est-ce qu'il|cette (?:semaine|année)|ce (?:mois|week-end|matin|soir)|c'est|ce que",
  },
  es: {
    openers: 'y|e|pero|o|también|entonces|qué tal|y si|qué pasa con|en ese caso',
    references:
      'lo|ese|esa|esos|esas|eso|este|esto|estos|estas|esta|aquel|aquella|él|ella|ellos|ellas|ello|ahí|allí|allá|también|tampoco|el mismo|la misma|los dos|el otro|la otra|\\p{L}{2,}[aei]r(?:l[oae]s?|me|se)',
    idle: 'este (?:mes|año|fin de semana)|esta (?:semana|noche)',
  },
  it: {
    openers: 'e|ed|ma|o|oppure|anche|allora|e se|in quel caso',
    references:
      "quest[oaie]|quell[oaie]|quel|quei|esso|essa|essi|esse|lui|loro|lì|là|ne|anche|invece|lo stesso|la stessa|entramb[ie]|l'altr[oa]|\\p{L}{2,}[aei]r(?:l[oaie]|ne|gli)",
    idle: 'quest[oa] (?:settimana|mese|anno|weekend)',
  },
  pt: {
    openers: 'e|mas|ou|também|então|e se|nesse caso',
    references:
      'ele|ela|eles|elas|isso|isto|aquilo|ess[ae]s?|est[ae]s?|aquel[ae]s?|del[ae]s?|nel[ae]s?|disso|nisso|lá|ali|também|o mesmo|a mesma|os dois|o outro|a outra|\\p{L}{2,}[áêí]-l[oa]s?',
    idle: 'est[ae] (?:semana|mês|ano|fim de semana)',
  },
  nl: {
    openers: 'en|maar|of|ook|dan|hoe zit het met|en als|oké|ok',
    references:
      'die|dat|deze|dit|hem|ze|zij|hun|daar|daarmee|daarvan|ermee|ervan|erbij|ook|hetzelfde|dezelfde|beide|die andere|de andere|in plaats daarvan|het',
    idle: 'is het mogelijk|deze (?:week|maand|zomer|winter)|dit (?:jaar|weekend)|het (?!(?:ook|nog|dan|al|waterdicht|te)\\b)\\p{L}+',
  },
  pl: {
    openers: 'a|i|ale|albo|lub|czy też|a co|a jeśli|też',
    references:
      'to|ten|ta|te|tego|tej|tych|temu|nim|nią|nich|on|ona|ono|oni|one|je|go|jego|jej|ich|tam|też|także|taki sam|oba|drugi',
    idle: 'jak to zrobić|w tym (?:tygodniu|miesiącu|roku)',
  },
  tr: {
    openers: 've|peki|ya|ama|veya|o zaman|eğer',
    references:
      "bu|şu|o|bunu|şunu|onu|bunlar|onlar|bunları|onları|bunun|onun|buna|ona|bunda|onda|orada|oraya|aynı|diğeri|ikisi|(?<!')(?:de|da)",
    idle: 'bu (?:hafta|ay|yıl|sabah|akşam)',
  },
  sv: {
    openers: 'och|men|eller|även|också|då|hur är det med|vad gäller|og|også|hva med|hvad med|hvad så med',
    references:
      'den|det|de|dem|denna|detta|dessa|där|dit|också|även|samma|båda|den andra|istället|denne|dette|disse|også|i stedet',
    idle: 'finns det|går det|är det möjligt|er det mulig[t]?|findes der|finnes det|kostar det att|tar det att|den här veckan',
  },
  cs: {
    openers: 'a|ale|nebo|takže|pak|a co|co když|také|taky',
    references:
      'to|ten|ta|ti|ty|toho|té|tomu|tom|tím|těch|on|ona|ono|oni|ho|jej|ji|jí|jemu|mu|jim|něj|něm|ním|nich|tam|také|taky|stejný|oba|druhý',
    idle: 'je to možné|(?:tento|tuto|tohoto) (?:týden|měsíc|rok|týdne|měsíce|roku)',
  },
  sk: {
    openers: 'a|ale|alebo|takže|potom|a čo|čo ak|tiež|aj|ak',
    references:
      'to|ten|tá|tí|tie|toho|tej|tomu|tom|tým|tých|on|ona|ono|oni|ony|ho|jeho|ju|jej|jemu|mu|im|ich|ňom|nej|ním|ňou|nich|nimi|tam|tiež|aj|rovnaký|obaja|oba|druhý',
    idle: 'je to možné|(?:tento|túto|tohto|tejto) (?:týždeň|mesiac|rok|týždňa|mesiaca|roka)',
  },
  hr: {
    openers: 'a|ali|ili|i|onda|pa|a što|a šta|što ako|šta ako|također|takođe',
    references:
      'to|taj|ta|ti|te|tog|toga|tom|tome|tim|on|ona|ono|oni|one|njega|nju|njih|njemu|njoj|njima|ga|ih|joj|mu|im|tamo|ovdje|ovde|također|takođe|isto|isti|oba|oboje|drugi|drugu|druga',
    idle: 'je li to moguće|(?:ovaj|ovog|ove) (?:tjedan|mjesec|vikend|tjedna|mjeseca|godine)',
  },
  hu: {
    openers: 'és|de|vagy|akkor|illetve|na és|mi a helyzet|és mi a helyzet',
    // "Az" alone is an article.
    references:
      'azt|annak|abba|abban|abból|arra|arról|azzal|azok|azokat|ez|ezt|ennek|ebbe|ebben|ebből|erre|erről|ezzel|ezek|ezeket|ő|őt|neki|vele|ott|oda|onnan|szintén|ugyanaz|ugyanazt|mindkettő|mindkettőt|a másik|a másikat',
    idle: '(?:ezen|ebben) a (?:héten|hónapban)|ebben az évben|ez a',
  },
  ro: {
    openers: 'și|dar|iar|sau|atunci|dacă|ce-i cu|cum rămâne cu|de asemenea',
    references:
      'el|ea|ei|ele|îl|îi|lui|lor|acesta|aceasta|aceștia|acestea|acela|aceea|asta|ăsta|acolo|de asemenea|la fel|amândouă|celălalt|cealaltă',
    idle: '(?:săptămâna|luna) (?:asta|aceasta)|anul (?:acesta|ăsta)',
  },
  da: {
    openers: 'og|men|eller|så|også|hvad med|hvad så med|hvad hvis',
    references: 'den|det|de|dem|denne|dette|disse|der|dertil|også|samme|begge|den anden|i stedet',
    idle: 'findes der|er det muligt|koster det at|tager det at|er der|denne (?:uge|måned)|dette år',
  },
  no: {
    openers: 'og|men|eller|så|også|hva med|hva så med|hva hvis',
    references: 'den|det|de|dem|denne|dette|disse|der|dit|også|samme|begge|den andre|i stedet',
    idle: 'finnes det|er det mulig|koster det å|tar det å|er det|denne (?:uken|måneden)|dette året|i år',
  },
  fi: {
    openers: 'ja|mutta|tai|entä|entäs|entä jos|myös|sitten|jos',
    references:
      'se|sen|sitä|siinä|siitä|siihen|sillä|sille|niitä|niiden|ne|niissä|tämä|tämän|tätä|tuo|nämä|siellä|sinne|myös|sama|molemmat|toinen|hän|hänen',
    idle: '(?:tällä viikolla|tässä kuussa|tänä (?:vuonna|viikonloppuna|iltana))|onko mahdollista',
  },
  bg: {
    openers: 'а|и|но|или|тогава|ами|а ако|ако|също|също така|още',
    references:
      'той|тя|то|те|него|нея|тях|го|му|им|този|тази|това|тези|онзи|онази|онова|там|дотам|също|същия|същата|същото|и двете|и двата|другия|другата|другото',
    idle: 'това лято|(?:тази|този) (?:седмица|месец|година|уикенд)',
  },
  lt: {
    openers: 'o|ir|bet|arba|tada|o jei|o jeigu|taip pat|dar',
    references:
      'jis|ji|jie|jos|jo|jų|jam|jai|jį|ją|tas|ta|to|tos|tai|tą|šis|šita|šio|šios|šitas|ten|taip pat|toks pat|abu|abi|kitas|kita',
    idle: '(?:šią|šio|šį) (?:savaitę|mėnesį|savaitgalį|metų)|šiais metais',
  },
  sl: {
    openers: 'in|a|ali pa|pa|ampak|potem|kaj pa|kaj če|tudi',
    references:
      'to|ta|te|tega|temu|tem|tisti|tista|tisto|on|ona|ono|oni|one|njega|nje|njih|njemu|njej|ga|jo|jih|mu|tam|tja|tudi|isto|isti|oba|obe|drugi|druga',
    idle: '(?:ta|tega|to) (?:teden|mesec|vikend|tedna|meseca|leta)|letos',
  },
  lv: {
    openers: 'un|bet|vai arī|tad|un ja|bet ja|arī|kā ar',
    references:
      'tas|tā|tie|tās|to|tam|tai|tajā|tos|viņš|viņa|viņi|viņas|viņu|šis|šī|šo|šajā|tur|arī|tāds pats|abi|abas|otrs|otra',
    idle: 'šajā (?:nedēļā|mēnesī|gadā)|šo(?:nedēļ|mēnes|gad)|vai tas ir iespējams',
  },
  et: {
    openers: 'ja|aga|või|siis|aga kui|kuidas on|samuti|ka',
    references:
      'see|selle|seda|sellest|sellega|selles|sinna|seal|need|nende|neid|too|ta|tema|nemad|nad|ka|samuti|sama|mõlemad|teine',
    idle: '(?:sel|sellel) (?:nädalal|kuul|aastal|nädalavahetusel)|kas see on võimalik',
  },
  ca: {
    openers: 'i|però|o|també|llavors|i si|què passa amb|en aquest cas',
    references:
      "això|allò|aquest|aquesta|aquests|aquestes|aquell|aquella|ell|ella|ells|elles|hi|allà|allí|també|tampoc|el mateix|la mateixa|tots dos|l'altre|l'altra|\\p{L}{2,}[aei]r-(?:lo|la|los|les|hi|ne)",
    idle: 'aquest (?:mes|any|cap de setmana)|aquesta (?:setmana|nit)|hi ha',
  },
  ru: {
    openers: 'а|и|но|или|тогда|а если|также|ещё|еще',
    references:
      'он|она|оно|они|его|её|ее|их|ему|ей|им|ним|ней|них|этот|эта|это|эти|этого|этой|этих|этом|тот|та|те|там|туда|тоже|также|такой же|оба|другой',
    idle: 'на этой неделе|в этом (?:месяце|году)',
  },
  uk: {
    openers: 'а|і|й|та|але|або|тоді|а якщо|також|ще',
    references: 'він|вона|воно|вони|його|її|їх|їм|цей|ця|це|ці|цього|цієї|там|туди|теж|також|такий самий|обидва|інший',
  },
  el: {
    openers: 'και|κι|αλλά|ή|τότε|αν|επίσης|τι γίνεται με',
    references:
      'αυτό|αυτή|αυτά|αυτός|αυτές|αυτοί|αυτόν|αυτήν|αυτού|εκείνο|εκείνη|εκεί|επίσης|το ίδιο|και τα δύο|το άλλο',
  },
  ar: {
    openers: 'و(?:ماذا|هل|كم|متى|أين|كيف|لماذا|إذا|ما|من|في|على)|أو|لكن|إذن|ثم|أيضا',
    references: 'هذا|هذه|ذلك|تلك|هو|هي|هم|هؤلاء|هناك|أيضا|أيضًا|نفس|كلاهما|الآخر|\\p{L}{3,}(?:ه|ها|هم)',
    idle: 'هل هناك|هذا (?:الأسبوع|الشهر|العام)',
  },
  he: {
    openers: 'ו(?:מה|האם|כמה|מתי|איפה|איך|למה|אם|גם|ב\\p{L}+|ל\\p{L}+)|אבל|או|אז|גם',
    references: 'זה|זאת|זו|אלה|אלו|הוא|היא|הם|הן|אותו|אותה|אותם|שלו|שלה|שלהם|שם|גם|במקום|שניהם|האחר',
  },
  hi: {
    openers: 'और|लेकिन|या|तो|फिर|भी',
    references: 'यह|ये|वह|वे|इस|उस|इसे|उसे|इन|उन|इसका|इसकी|इसके|उसका|उसकी|उसके|वहाँ|वहां|भी|वही|दोनों|दूसरा',
    idle: 'इस (?:सप्ताह|महीने|साल)',
  },
  th: {
    openers: 'แล้ว|และ|หรือ|แต่|ถ้า',
    references: 'มัน|อันนี้|อันนั้น|นี้|นั้น|ที่นั่น|ล่ะ|ด้วย|เหมือนกัน',
  },
  vi: {
    openers: 'và|còn|vậy|thế|nhưng|hoặc|hay|thế còn|vậy còn|nếu vậy',
    references: 'nó|đó|này|kia|ấy|chúng|vậy|cũng|thế',
    idle: '(?:tuần|tháng|năm|ngày|hôm|lúc|thế) (?:này|nay|nào)',
  },
  id: {
    openers: 'dan|kalau|lalu|terus|tapi|tetapi|atau|bagaimana dengan|gimana dengan|bagaimana kalau|gimana kalau|jadi',
    references: 'itu|ini|tersebut|dia|mereka|nya|situ|sana|juga|yang lain|yang itu|yang ini|sama',
    idle: '(?:hari|minggu|bulan|tahun|saat|malam) (?:ini|itu)',
  },
  fa: {
    openers: 'و|اما|ولی|یا|پس|خب|اگر|اگه',
    references: 'آن|اون|این|آنها|اونها|او|ایشان|هم|نیز|همین|همان|دیگر|آنجا|اونجا',
    idle: '(?:این|همین) (?:هفته|ماه|سال|روزها)',
  },
  zh: {
    openers: '那|还有|另外|以及|而且|但是|或者|如果',
    references: '它|它们|这个|那个|这些|那些|这种|那种|这款|那款|这样|那样|那里|那边|他们|呢|也|一样|另一个|两个都',
  },
  ja: {
    openers: 'では|じゃ|じゃあ|それで|それと|あと|また|でも|そして|もし',
    references:
      'それ|これ|あれ|その|この|あの|そこ|そちら|それら|同じ|他の|ほかの|両方|も(?=[？?でい])|は(?=[？?]|どう)',
  },
  ko: {
    openers: '그럼|그러면|그리고|그런데|근데|또|하지만|혹은|만약',
    references:
      '그거|그것|그건|그게|이거|이것|이건|이게|저거|거기|그곳|그|이|저|같은|다른|둘|\\p{L}+도|\\p{L}+[은는]요',
  },
};

/** Words of languages that a short question may not show: Norwegian, Finnish, Romanian, Danish and Vietnamese. */
export const OTHER_REFERENCE_WORDS: ReferenceWords = {
  openers: 'og|hvad med|hva med|entä|entäs|mutta|și|dar|iar|còn|thế còn|vậy|thế|nhưng|hoặc',
  references:
    'denne|dette|disse|også|sitä|siinä|niitä|tämä|tuo|nämä|siellä|siihen|niiden|[Oo]nko se|myös|acesta|aceasta|acela|aceea|asta|acestea|acolo|nó|cái này|cái đó|cái kia|chúng|ở đó|cũng',
};

/*
 * Words for condensing without a model, for all languages at once. The question before is then joined unchanged, so only words count that
 * hardly ever mean anything else in another language.
 */

/** Without Polish `i`, which is English too. */
export const CLEAR_OPENER = oneOf(
  /and|what about|how about|und|et|y|e|ed|en|og|och|și|a|и|а|і|και|κι|entä|entäs|そして|那|还有|그리고/u,
);
export const CLEAR_REFERENCE = oneOf(
  /it|its|they|them|that|those|this|these|es|sie|diese[rsn]?|elle|ils|cela|ello|eso|esto|questo|isso/u,
  /isto|het|его|её|их|это|αυτ(?:ό|ά|ή|ός|οί)|asta|acesta|aceasta|acestea/u,
);

/** Function words of scripts whose stop words text analysis does not know. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'هل ما ماذا كم متى أين كيف لماذا من في على إلى عن مع هو هي لديكم عندكم يمكن يمكنني أريد لي لكم هناك أي أن لا نعم يوجد ' +
    'האם מה כמה מתי איפה איך למה מי של על עם יש אפשר אני לי לכם אתם את זה ניתן יכול יכולה צריך ' +
    '얼마 얼마나 얼마예요 얼마인가요 어떻게 언제 어디 어디에 무엇 뭐 있나요 있어요 되나요 하나요 할 수 가능한가요 인가요 해요 주세요 어떤가요 어때요 어떻게요 ' +
    '何 何時 いつ 可能 利用 私 場合 時 方 ' +
    'ได้ ไหม มี ที่ เท่าไร เท่าไหร่ อะไร ยังไง อย่างไร เมื่อไหร่ เมื่อไร กี่ ครับ ค่ะ คะ ฉัน ผม คุณ ของ และ หรือ เป็น จะ ต้อง การ ใน ไป มา ให้ กับ ล่ะ แล้ว นี้ นั้น มัน'
  ).split(' '),
);
