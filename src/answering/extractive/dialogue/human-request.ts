/** Recognises a message that only asks for a human, which no content answers. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import type { VisitorLanguage } from '../languages/visitor-language.ts';

const ASKS_TO = oneOf(
  /(?:(?:can|could|may|might|should) i |i(?:’d| would) (?:like|prefer|love) to |i(?:’d| would) rather |let me )/u,
  /i (?:(?:just|really|only) )*(?:want|need|wish|have) to /u,
);
const SPEAK_TO = /(?:just |maybe |rather )?(?:talk|speak|chat) (?:to|with) /u;
const CONNECT_TO =
  /(?:(?:can|could) you )?(?:connect|transfer|put|pass|switch) me (?:over |through |on )?(?:to|with) /u;
const ONE = /(?:an? |the |your |any |some )?(?:real |live |actual )*/u;
/** `bot` and `team` are left out of what is said, as other words that add nothing. */
const PERSON = oneOf(
  /human(?: being| agent| operator)?|person|agent|operator|employee|representative|support agent|member of staff/u,
  /(?:someone|somebody|anyone|anybody)(?: (?:from|on|in) (?:your|the)(?: staff| company)?)?/u,
);
/** Who asks how to contact them wants an address. */
const DEPARTMENT = oneOf(/customer service|support|staff/u);
const INSTEAD = /(?: (?:instead|here|directly|right|(?:and )?not (?:to |with )?(?:an?|the|this)))?$/u;

/** Each alternative is one way to ask. */
const IN_ENGLISH = pattern(
  'u',
  oneOf(
    sequence(/^(?:(?:how|where) (?:can|could|do) i )?/u, oneOf(SPEAK_TO, CONNECT_TO), ONE, PERSON, INSTEAD),
    sequence(/^/u, ASKS_TO, SPEAK_TO, oneOf(sequence(ONE, oneOf(PERSON, DEPARTMENT), INSTEAD), /your$/u)),
    sequence(/^(?:talk|speak|chat) (?:to|with) /u, ONE, DEPARTMENT, INSTEAD),
    sequence(
      /^(?:i (?:(?:just|really|only) )*(?:want|need)|give me|get me|connect me (?:to|with)|transfer me to) /u,
      ONE,
      oneOf(PERSON, DEPARTMENT),
      INSTEAD,
    ),
    /^can i (?:just )?(?:get|have) (?:a |an )?(?:real |live |actual )*(?:human|person|agent|operator)(?: instead| here)?$/u,
    sequence(
      /^(?:is|are) /u,
      ONE,
      PERSON,
      /s? (?:(?:(?:that|who) )?(?:i|we) (?:can|could) (?:talk|speak|chat) (?:to|with)|to (?:talk|speak|chat) (?:to|with)|here)$/u,
    ),
    /^(?:contact|reach|message) (?:a |an )(?:real |live |actual )*(?:human|person|agent)$/u,
    /^(?:can|could|will) (?:an? )?(?:real |live |actual )*(?:human|person|agent) (?:help|answer|reply)(?: me| this| that| to me| to this)?(?: instead)?$/u,
    /^(?:can|could|will) (?:someone|somebody|anyone) (?:talk|speak|chat) (?:to|with) me$/u,
    /^i (?:don’t|do not) (?:want|wish) to (?:talk|speak|chat) (?:to|with) (?:an?|this|the)$/u,
    /^(?:(?:i )?need )?(?:a )?(?:real )?(?:human|person)(?: help| support| assistance| being)?$/u,
    /^(?:human |live )?agent$|^operator$|^live chat$/u,
  ),
);

const IN_GERMAN = pattern(
  'u',
  oneOf(
    sequence(
      /^(?:(?:(?:wie|wo) )?(?:kann|könnte|dürfte|darf) (?:ich|man) |ich (?:möchte|will|würde|muss) )?/u,
      /(?:(?:gerne?|einfach|nur|mal|lieber|jetzt|direkt|wirklich|endlich|bitte) )*/u,
      oneOf(
        sequence(
          /mit (?:(?:einem|einer|dem) )?(?:echten |richtigen |realen )?/u,
          oneOf(/mensch(?:en)?|person|mitarbeiter(?:in)?|berater(?:in)?|jemandem?|kundenservice|kundendienst/u),
          / (?:sprechen|reden|chatten)/u,
        ),
        /(?:einen )?(?:echten |richtigen )?menschen (?:sprechen|bitte)/u,
      ),
      /$/u,
    ),
    /^verbinden sie mich mit (?:einem|einer) (?:echten |richtigen )?(?:menschen|mitarbeiter(?:in)?|berater(?:in)?)$/u,
    /^(?:gibt es|ist) hier (?:auch )?(?:einen? )?(?:echten?r? |richtigen?r? )?(?:mensch(?:en)?|mitarbeiter)$/u,
    /^ich (?:brauche|will|möchte) (?:einfach |nur )?(?:einen )?(?:echten |richtigen )?menschen$/u,
    /^(?:ein )?mensch(?:en)?$|^mitarbeiter(?: sprechen)?$/u,
  ),
);

const IN_FRENCH = pattern(
  'u',
  oneOf(
    sequence(
      /^(?:(?:comment |où )?(?:puis-je |peut-on |je (?:veux|voudrais|souhaite|souhaiterais|peux|dois) |j’aimerais |est-ce que je peux |pouvez-vous me faire )?)/u,
      /(?:juste |simplement |plutôt )?parler (?:à|avec) (?:un |une |quelqu’un)(?:vraie? )?/u,
      /(?:humain|personne|conseillère?|conseiller|agent|opérateur|être humain)?$/u,
    ),
    /^(?:comment )?parler (?:à|avec) (?:un |une )(?:vraie? )?(?:humain|personne|conseillère?|conseiller|agent)$/u,
    /^(?:passez-moi|mettez-moi en (?:relation|contact) avec) (?:un |une )(?:vraie? )?(?:humain|conseillère?|conseiller|agent|personne)$/u,
    /^(?:un |une )?(?:vrai )?(?:humain|conseillère?|conseiller)$/u,
  ),
);

/** Requests in lower case, without punctuation; `’` for every apostrophe. */
const REQUESTS: readonly (readonly [VisitorLanguage, RegExp])[] = [
  ['en', IN_ENGLISH],
  ['de', IN_GERMAN],
  ['fr', IN_FRENCH],
  [
    'es',
    /^(?:c[oó]mo |d[oó]nde )?(?:quiero |quisiera |puedo |me gustaría |necesito )?(?:solo )?(?:hablar|chatear|pásame|páseme|comunícame|comuníqueme) con (?:una |un |alguien)(?:persona|humano|ser humano|agente|asesora?|operadora?)?(?: real)?$|^(?:humano|agente|persona real)$/u,
  ],
  [
    'it',
    /^(?:vorrei |posso |voglio |mi piacerebbe )?parla(?:re)? con (?:una |un |qualcuno)(?:persona|essere umano|umano|operatore|operatrice|agente)?(?: reale)?$|^(?:un )?operatore(?: umano)?$/u,
  ],
  [
    'pt',
    /^(?:eu )?(?:quero |posso |queria |gostaria de |preciso )?falar com (?:uma |um |o |a |alguém|(?=atendente|humano|pessoa))(?:pessoa|humano|ser humano|atendente|agente)?(?: real)?$|^(?:atendente|humano)$/u,
  ],
  [
    'nl',
    /^(?:kan ik |mag ik |ik wil |ik zou )?(?:graag )?(?:met (?:een |iemand)(?:echte? )?(?:mens|medewerker|persoon)? ?)(?:praten|spreken|chatten)$|^(?:ik wil |kan ik )?(?:graag )?(?:een |iemand)?(?:echte? )?(?:medewerker|mens)? ?spreken$|^(?:een )?(?:mens|medewerker)$/u,
  ],
  [
    'pl',
    /^(?:(?:(?:chcę|chciał(?:a)?bym|czy mogę|mogę|czy można|można|poproszę o) )?(?:porozmawiać|rozmawiać|rozmow[aęy]|połącz(?:cie)? mnie|połączenie|kontakt) z (?:żywym )?(?:człowiekiem|konsultantem|konsultantką|doradcą|pracownikiem|osobą|kimś)|konsultant|człowiek)$/u,
  ],
  [
    'tr',
    /^(?:bir |gerçek bir )?(?:insanla|kişiyle|temsilciyle|yetkiliyle|müşteri temsilcisiyle|müşteri temsilcisi ile) (?:(?:görüşmek|konuşmak)(?: istiyorum)?|görüşebilir miyim|konuşabilir miyim)$|^(?:müşteri )?temsilci(?:ye|sine) bağlan(?:mak istiyorum)?$|^(?:(?:müşteri )?temsilci(?:si)?|canlı destek)$/u,
  ],
  ['sv', /^(?:jag vill |kan jag |får jag )?(?:få )?(?:prata|tala) med (?:en )?(?:människa|person|medarbetare|någon)$/u],
  [
    'cs',
    /^(?:(?:chci |chtěla? bych |můžu |mohu )?(?:mluvit|promluvit si|mluvit si|spojte mě|přepojte mě) s (?:živým )?(?:člověkem|někým|operátorem)|operátor|člověk)$/u,
  ],
  [
    'sk',
    /^(?:(?:chcem |chcela? by som |môžem |mohol by som |mohla by som )?(?:hovoriť|rozprávať sa|porozprávať sa|spojte ma|prepojte ma) so? (?:živým )?(?:človekom|niekým|operátorom|pracovníkom)|operátor|človek)$/u,
  ],
  [
    'hr',
    /^(?:(?:želim |htio bih |htjela bih |hteo bih |htela bih |mogu li |može li se )?(?:razgovarati|pričati|popričati|govoriti|da razgovaram|spojite me) sa? (?:stvarnim |živim )?(?:čovjekom|čovekom|osobom|nekim|operaterom|djelatnikom|zaposlenikom|agentom)|(?:trebam |treba mi )?(?:razgovor sa? (?:stvarnom |živom )?(?:osobom|čovjekom|čovekom|operaterom)|čovjeka|čovjek|operater|operatera|agent))$/u,
  ],
  [
    'hu',
    /^(?:(?:beszélgetés |szeretnék |lehet |tudnék |beszélhetnék |beszélhetek )?(?:egy )?(?:élő |igazi )?(?:emberrel|munkatárssal|munkatársukkal|ügyfélszolgálattal|ügyintézővel|operátorral|valakivel)(?: (?:szeretnék )?(?:beszélni|beszélnem|beszélhetnék|beszélhetek|chatelni|csetelni))?|(?:élő )?(?:ügyintézőt|operátort|munkatársat)(?: kérek)?|ügyintéző|operátor)$/u,
  ],
  ['ro', /^(?:vreau |aș vrea |pot |doresc )?(?:să )?(?:vorbesc|discut) cu (?:un om|o persoană|cineva|un operator)$/u],
  [
    'da',
    /^(?:jeg vil |kan jeg |må jeg )?(?:gerne )?(?:tale?|snakke?) med (?:et menneske|en person|en medarbejder|nogen)$/u,
  ],
  [
    'no',
    /^(?:jeg vil |kan jeg |får jeg )?(?:gjerne )?(?:prate?|snakke?) med (?:et menneske|en person|en medarbeider|noen)$/u,
  ],
  [
    'fi',
    /^(?:haluan |haluaisin |voinko |saanko |voisinko )?(?:jutella |puhua? |keskustella )(?:oikean )?(?:ihmisen|asiakaspalvelijan|työntekijän|jonkun) kanssa$|^(?:ihminen|asiakaspalvelija)$/u,
  ],
  [
    'bg',
    /^(?:искам |бих искала? |мога ли |може ли |желая )?(?:да )?(?:говоря|поговоря|разговарям|разговор|се свържа|ме свържете|свържете ме) (?:с |със )(?:жив |истински )?(?:човек|оператор|служител|консултант|някого)$|^(?:жив )?(?:човек|оператор)$/u,
  ],
  [
    'lt',
    /^(?:noriu |norėčiau |ar galiu |galiu |ar galima )?(?:pa)?(?:kalbėti|sikalbėti|bendrauti|sujunkite mane) su (?:gyvu )?(?:žmogumi|operatoriumi|darbuotoju|konsultantu|kuo nors)$|^(?:žmogus|operatorius)$/u,
  ],
  [
    'sl',
    /^(?:želim |rada? bi |bi radi |ali lahko |lahko |hočem )?(?:pogovor|govorim|govorila?|govoriti|pogovorim|pogovorila?|pogovoriti|se pogovorim|se pogovorila?|povežite me)(?: se)? (?:s|z) (?:živim )?(?:človekom|osebo|operaterjem|nekom|sodelavcem)$|^(?:človek|operater)$/u,
  ],
  [
    'lv',
    /^(?:es )?(?:gribu |vēlos |gribētu |vai varu |vai es varu |varu )?(?:parunāt|runāt|sarunāties|savienojiet mani) ar (?:dzīvu )?(?:cilvēku|operatoru|darbinieku|konsultantu|kādu)$|^(?:cilvēks|operators)$/u,
  ],
  [
    'et',
    /^(?:ma )?(?:soovin |tahan |sooviksin |kas ma saan |kas saan |kas ma saaksin )?(?:rääkida |suhelda |vestelda )(?:päris )?(?:inimesega|klienditeenindajaga|töötajaga|kellegagi)(?: rääkida)?$|^(?:inimene|klienditeenindaja)$/u,
  ],
  [
    'ca',
    /^(?:vull |voldria |puc |necessito |m’agradaria )?parlar amb (?:una |un |alg[uú])(?:persona|humà|agent|operadora?)?(?: real)?$|^(?:humà|persona real)$/u,
  ],
  [
    'ru',
    /^(?:я )?(?:хочу |можно |могу я |хотел бы |хотела бы )?(?:поговорить|связаться|соедините(?: меня)?|свяжите(?: меня)?|переключите(?: меня)?) (?:с |на )(?:живым )?(?:человек(?:ом|а)|оператор(?:ом|а)|менеджер(?:ом|а)|сотрудником)$|^(?:(?:позовите|нужен|дайте) )?(?:живо(?:й|го) )?(?:оператора?|человека?)$/u,
  ],
  [
    'uk',
    /^(?:я )?(?:хочу |можна |чи можу я |хотів би |хотіла б )?(?:поговорити|зв’язатися|з’єднайте(?: мене)?) (?:з|із) (?:живою )?(?:людиною|оператором|менеджером)$|^(?:(?:покличте|потрібен|потрібна) )?(?:оператора?|людин[ау])$/u,
  ],
  ['el', /^(?:θέλω να |μπορώ να |θα ήθελα να )?μιλήσ(?:ω|τε) (?:με|σε) (?:έναν )?(?:άνθρωπο|κάποιον|εκπρόσωπο)$/u],
  [
    'ar',
    /^(?:(?:أريد|اريد|هل يمكنني|ممكن) )?(?:التحدث|أن أتحدث|اتحدث) (?:إلى|الى|مع) (?:شخص|موظف|إنسان|انسان)(?: حقيقي)?$/u,
  ],
  ['he', /^(?:אני רוצה |אפשר )?לדבר עם (?:נציג|בן אדם|אדם|מישהו)$|^(?:אפשר |אני רוצה )?נציג(?: אנושי)?$/u],
  ['hi', /^(?:मुझे |क्या मैं )?(?:किसी )?(?:इंसान|व्यक्ति) से बात (?:करनी है|करना है|करें|करनी|कर सकता हूँ|कर सकती हूँ)$/u],
  ['th', /^(?:ขอ|อยาก|ต้องการ)?(?:คุยกับ|ติดต่อ)(?:เจ้าหน้าที่|คน|พนักงาน)$/u],
  [
    'vi',
    /^(?:(?:tôi|mình|em) )?(?:(?:muốn|cần|có thể) )?(?:được )?(?:nói chuyện|gặp|chat|trao đổi)(?: với)? (?:nhân viên|người thật|tư vấn viên|một người)(?: tư vấn| hỗ trợ)?(?: được không)?$/u,
  ],
  [
    'id',
    /^(?:saya )?(?:(?:mau|ingin|bisa|boleh) )?(?:bicara|berbicara|ngobrol|chat|terhubung|dihubungkan) (?:dengan|sama|ke) (?:admin|orang|manusia|petugas|cs|customer service|operator|seseorang)(?: asli)?$|^(?:admin|operator|cs)$/u,
  ],
  [
    'fa',
    /^(?:(?:می ?خواهم|می ?خوام|می ?توانم|می ?تونم) )?با (?:یک |یه )?(?:نفر|انسان|آدم|اپراتور|پشتیبان|پشتیبانی|کارشناس) (?:صحبت|گفتگو|حرف) (?:کنم|بزنم)$|^(?:اپراتور|پشتیبان)$/u,
  ],
  [
    'zh',
    /^(?:我要|我想|[请請])?(?:[转轉]接|[转轉找和跟]|联系|聯[絡繫])?(?:人工|真人)(?:客服|服[务務])?(?:聊天|聊聊|[说說][话話]|[对對][话話])?$/u,
  ],
  [
    'ja',
    /^(?:担当者|人間?|オペレーター|スタッフ)(?:と(?:話す|話したい(?:です)?|話せますか)|に(?:つないで|繋いで)(?:ください)?)$/u,
  ],
  [
    'ko',
    /^(?:상담원|사람|직원)(?:과|이랑|하고)? ?(?:연결|상담|통화|이야기|대화)(?:하기|해 ?주세요|하고 싶어요|하고 싶습니다)?$/u,
  ],
];

/** Letters that no language of Latin script has. */
const OTHER_SCRIPT = /[\u0370-\u1dff\u2e80-\uffff]/;
const isOfOtherScript = ([, request]: (typeof REQUESTS)[number]): boolean => OTHER_SCRIPT.test(request.source);
const IN_OTHER_SCRIPTS = REQUESTS.filter(isOfOtherScript);
/** Without marks, which visitors leave out. */
const IN_LATIN_SCRIPT = REQUESTS.filter((request) => !isOfOtherScript(request)).map(
  ([language, request]) => [language, new RegExp(foldDiacritics(request.source), 'u')] as const,
);

/**
 * Tries the requests of the text's script: the rest, which match whole texts, would be compiled for nothing.
 * @param said in lower case, without punctuation
 */
export function humanRequestIn(said: string): readonly VisitorLanguage[] {
  const isOther = OTHER_SCRIPT.test(said);
  const requests = isOther ? IN_OTHER_SCRIPTS : IN_LATIN_SCRIPT;
  const asked = isOther ? said : foldDiacritics(said);
  return requests.filter(([, request]) => request.test(asked)).map(([language]) => language);
}
