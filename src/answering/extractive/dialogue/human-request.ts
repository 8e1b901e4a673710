/** Recognises a message that only asks for a human, which no content answers. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import type { VisitorLanguage } from '../languages/visitor-language.ts';

/** In lower case, without punctuation; `’` for every apostrophe. */
const REQUESTS: readonly (readonly [VisitorLanguage, RegExp])[] = [
  [
    'en',
    pattern(
      'u',
      oneOf(
        sequence(
          /^/u,
          oneOf(
            /(?:(?:can|could|may) i |i(?:’d| would) like to |i (?:want|need|wish) to |let me )?(?:talk|speak|chat) (?:to|with) /u,
            /(?:i (?:want|need)|give me|get me|connect me (?:to|with)|transfer me to) /u,
          ),
          sequence(
            /(?:an? |the |your )?(?:real |live |actual )?/u,
            oneOf(
              /human(?: being| agent)?|person|agent|someone|somebody|operator|employee|representative|support agent/u,
              /customer service|support/u,
            ),
            /$/u,
          ),
        ),
        /^(?:(?:a )?human|(?:a )?real person|(?:human |live )?agent|operator|live chat)$/u,
      ),
    ),
  ],
  [
    'de',
    pattern(
      'u',
      oneOf(
        sequence(
          /^(?:(?:kann|könnte|dürfte|darf) ich |ich (?:möchte|will|würde|muss) )?(?:gerne? )?/u,
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
        /^(?:ein )?mensch(?:en)?$|^mitarbeiter(?: sprechen)?$/u,
      ),
    ),
  ],
  [
    'fr',
    pattern(
      'u',
      oneOf(
        /^(?:je (?:veux|voudrais|souhaite|souhaiterais|peux|dois) |j’aimerais |puis-je |est-ce que je peux |pouvez-vous me faire )?parler (?:à|avec) (?:un |une |quelqu’un)(?:vraie? )?(?:humain|personne|conseillère?|conseiller|agent|opérateur|être humain)?$/u,
        /^(?:un |une )?(?:vrai )?(?:humain|conseillère?|conseiller)$/u,
      ),
    ),
  ],
  [
    'es',
    /^(?:quiero |quisiera |puedo |me gustaría |necesito )?(?:hablar|chatear|pásame|páseme|comunícame|comuníqueme) con (?:una |un |alguien)(?:persona|humano|ser humano|agente|asesora?|operadora?)?(?: real)?$|^(?:humano|agente|persona real)$/u,
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
    'hu',
    /^(?:(?:beszélgetés |szeretnék |lehet |tudnék |beszélhetnék |beszélhetek )?(?:egy )?(?:élő |igazi )?(?:emberrel|munkatárssal|munkatársukkal|ügyfélszolgálattal|ügyintézővel|operátorral|valakivel)(?: (?:szeretnék )?(?:beszélni|beszélnem|beszélhetnék|beszélhetek|chatelni|csetelni))?|(?:élő )?(?:ügyintézőt|operátort|munkatársat)(?: kérek)?|ügyintéző|operátor)$/u,
  ],
  ['ro', /^(?:vreau |aș vrea |pot |doresc )?(?:să )?(?:vorbesc|discut) cu (?:un om|o persoană|cineva|un operator)$/u],
  [
    'da',
    /^(?:jeg vil |kan jeg |må jeg )?(?:gerne )?(?:tale?|snakke?) med (?:et menneske|en person|en medarbejder|nogen)$/u,
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
