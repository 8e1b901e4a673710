/** Recognises small talk: a message that is only a greeting, thanks, a goodbye, a question about the chatbot itself, or asks for a human. */
import { lazily } from '../../../lib/lazily.ts';
import { humanRequestIn } from './human-request.ts';
import { PHRASES } from './phrases.ts';
import { VISITOR_LANGUAGES, type VisitorLanguage } from './visitor-language.ts';

export type SmallTalkKind = 'hello' | 'thanks' | 'goodbye' | 'who' | 'overview' | 'human';

export interface SmallTalk {
  readonly kind: SmallTalkKind;
  /** Languages in which it is said so. */
  readonly languages: readonly VisitorLanguage[];
}

/** Longer messages in characters say more. */
const MAX_LENGTH = 120;

type Expressions = Readonly<Partial<Record<VisitorLanguage, string>>>;

/** Alternatives are divided by `|`, in lower case. */
const HELLO: Expressions = {
  en: 'hello|hi|hey|hi there|hello there|hey there|good morning|good afternoon|good evening|howdy|yo|greetings|how are you|hiya',
  de: 'hallo|hi|hey|guten tag|guten morgen|guten abend|moin|moin moin|servus|grüß gott|grüezi|tach|wie geht es dir|wie gehts|hallöchen',
  fr: 'bonjour|salut|bonsoir|coucou|allô|ça va',
  es: 'hola|buenas|buenos días|buenas tardes|buenas noches|qué tal',
  it: 'ciao|buongiorno|buonasera|salve|buon pomeriggio|come stai',
  pt: 'olá|oi|bom dia|boa tarde|boa noite|tudo bem',
  nl: 'hallo|hoi|hey|goedemorgen|goedemiddag|goedenavond|goedendag|dag',
  pl: 'cześć|dzień dobry|hej|witam|dobry wieczór|siema',
  tr: 'merhaba|selam|günaydın|iyi günler|iyi akşamlar|selamlar',
  sv: 'hej|hejsan|god morgon|god kväll|goddag|tjena|hallå',
  ru: 'привет|здравствуйте|добрый день|доброе утро|добрый вечер|здравствуй',
  uk: 'привіт|вітаю|добрий день|доброго дня|добрий ранок|добрий вечір',
  el: 'γεια|γεια σας|γεια σου|καλημέρα|καλησπέρα|χαίρετε',
  ar: 'مرحبا|مرحبًا|أهلا|أهلاً|السلام عليكم|صباح الخير|مساء الخير',
  he: 'שלום|היי|הי|בוקר טוב|ערב טוב|אהלן',
  hi: 'नमस्ते|नमस्कार|हैलो|हेलो|सुप्रभात',
  th: 'สวัสดี|สวัสดีครับ|สวัสดีค่ะ|หวัดดี',
  zh: '你好|您好|嗨|哈喽|早上好|下午好|晚上好|大家好',
  ja: 'こんにちは|こんばんは|おはよう|おはようございます|やあ|はじめまして',
  ko: '안녕|안녕하세요|안녕하십니까|여보세요',
};
const THANKS: Expressions = {
  en: 'thanks|thank you|thx|ty|cheers|great|perfect|awesome|ok|okay|cool|great thanks|ok thanks|that helps|much appreciated',
  de: 'danke|vielen dank|dankeschön|danke schön|danke sehr|besten dank|herzlichen dank|merci|super|prima|ok|okay|alles klar|perfekt|super danke',
  fr: 'merci|merci beaucoup|merci bien|parfait|super|d’accord|ok|merci à vous',
  es: 'gracias|muchas gracias|mil gracias|perfecto|vale|genial|ok',
  it: 'grazie|grazie mille|molte grazie|perfetto|ok|va bene',
  pt: 'obrigado|obrigada|muito obrigado|muito obrigada|perfeito|ok|valeu',
  nl: 'bedankt|dank u|dank je|dank u wel|dankjewel|hartelijk dank|prima|oké|ok',
  pl: 'dziękuję|dzięki|dziękuję bardzo|wielkie dzięki|super|ok',
  tr: 'teşekkürler|teşekkür ederim|çok teşekkürler|sağ olun|sağol|tamam',
  sv: 'tack|tack så mycket|tusen tack|tackar|ok|okej',
  ru: 'спасибо|большое спасибо|благодарю|отлично|ок|хорошо',
  uk: 'дякую|щиро дякую|дуже дякую|гаразд|добре',
  el: 'ευχαριστώ|ευχαριστώ πολύ|σας ευχαριστώ|τέλεια|εντάξει',
  ar: 'شكرا|شكرًا|شكراً|شكرا جزيلا|شكرًا جزيلًا|حسنا',
  he: 'תודה|תודה רבה|מעולה|בסדר',
  hi: 'धन्यवाद|शुक्रिया|बहुत धन्यवाद|ठीक है',
  th: 'ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|ขอบคุณมาก',
  zh: '谢谢|谢谢你|谢谢您|多谢|非常感谢|好的|好的谢谢',
  ja: 'ありがとう|ありがとうございます|どうも|感謝します|ありがとうございました',
  ko: '감사합니다|고마워|고마워요|고맙습니다|네 감사합니다',
};
const GOODBYE: Expressions = {
  en: 'bye|goodbye|bye bye|see you|see ya|good night|have a nice day|take care',
  de: 'tschüss|tschüs|auf wiedersehen|ciao|bis bald|bis dann|gute nacht|schönen tag noch|schönen tag|ade',
  fr: 'au revoir|à bientôt|bonne journée|adieu|bonne nuit|à plus',
  es: 'adiós|hasta luego|hasta pronto|chao|chau|nos vemos',
  it: 'arrivederci|addio|a presto|buona giornata|buonanotte',
  pt: 'adeus|tchau|até logo|até breve|até mais',
  nl: 'tot ziens|doei|dag|tot straks|fijne dag',
  pl: 'do widzenia|pa|na razie|do zobaczenia|miłego dnia',
  tr: 'hoşça kal|hoşça kalın|görüşürüz|güle güle|iyi geceler',
  sv: 'hej då|adjö|vi ses|god natt|ha det bra',
  ru: 'пока|до свидания|всего доброго|до встречи',
  uk: 'бувай|до побачення|па-па|на все добре',
  el: 'αντίο|τα λέμε|καληνύχτα',
  ar: 'وداعا|وداعًا|مع السلامة|إلى اللقاء',
  he: 'להתראות|ביי|לילה טוב',
  hi: 'अलविदा|फिर मिलेंगे',
  th: 'ลาก่อน|แล้วเจอกัน|บายบาย',
  zh: '再见|拜拜|晚安',
  ja: 'さようなら|またね|バイバイ|おやすみ',
  ko: '안녕히 계세요|안녕히 가세요|잘 가|잘가|바이',
};
const WHO: Expressions = {
  en: "who are you|what are you|are you a bot|are you a robot|are you human|are you real|are you an ai|what's your name|what is your name|am i talking to a human|who am i talking to|are you a real person",
  de: 'wer bist du|wer sind sie|was bist du|bist du ein bot|bist du ein roboter|bist du ein mensch|wie heißt du|wie heißen sie|sind sie ein mensch|sind sie ein roboter|mit wem spreche ich',
  fr: 'qui êtes-vous|qui es-tu|tu es qui|vous êtes qui|es-tu un robot|êtes-vous un robot|comment tu t’appelles|comment vous appelez-vous',
  es: 'quién eres|quién es usted|eres un robot|eres humano|cómo te llamas|eres un bot|cómo se llama',
  it: 'chi sei|chi è lei|sei un robot|sei umano|come ti chiami|sei un bot',
  pt: 'quem é você|quem és tu|és um robô|você é um robô|como te chamas|qual é o seu nome|você é humano',
  nl: 'wie ben je|wie ben jij|wie bent u|ben je een robot|ben je een mens|hoe heet je',
  pl: 'kim jesteś|jesteś botem|jesteś robotem|jak masz na imię|jesteś człowiekiem',
  tr: 'sen kimsin|siz kimsiniz|robot musun|adın ne|adınız ne|insan mısın|kimsin',
  sv: 'vem är du|är du en robot|vad heter du|är du en människa|är du en bot',
  ru: 'кто ты|кто вы|ты бот|ты робот|как тебя зовут|вы бот|вы робот|ты человек',
  uk: 'хто ти|хто ви|ти бот|ти робот|як тебе звати|ви бот|ви робот',
  el: 'ποιος είσαι|ποιος είστε|ποια είσαι|είσαι ρομπότ|πώς σε λένε|είσαι άνθρωπος',
  ar: 'من أنت|من انت|هل أنت روبوت|هل أنت إنسان|ما اسمك',
  he: 'מי אתה|מי את|אתה רובוט|איך קוראים לך|אתה בן אדם|מה שמך',
  hi: 'आप कौन हैं|तुम कौन हो|क्या आप रोबोट हैं|आपका नाम क्या है',
  th: 'คุณคือใคร|คุณเป็นใคร|คุณชื่ออะไร|คุณเป็นบอทหรือเปล่า',
  zh: '你是谁|您是谁|你是机器人吗|你叫什么名字|你是人吗|你叫什么',
  ja: 'あなたは誰ですか|あなたはだれ|ロボットですか|お名前は|あなたは誰',
  ko: '누구세요|너는 누구야|넌 누구니|로봇이에요|이름이 뭐예요|당신은 누구입니까',
};
const OVERVIEW: Expressions = {
  en: 'help|help me|what can you do|what can you do for me|how can you help|how can you help me|what can i ask|what can i ask you|what do you know|what do you do|what can you tell me|what is this|i need help|can you help me|menu|start|what can you help with',
  de: 'hilfe|was kannst du|was können sie|was kannst du tun|was kannst du alles|wie kannst du mir helfen|was kann ich fragen|was weißt du|was kannst du mir sagen|kannst du mir helfen|können sie mir helfen|ich brauche hilfe|was kann ich dich fragen|hilf mir',
  fr: 'aide|aidez-moi|que pouvez-vous faire|que peux-tu faire|que sais-tu|que sais-tu faire|tu peux m’aider|comment pouvez-vous m’aider',
  es: 'ayuda|qué puedes hacer|qué puede hacer|qué sabes|qué sabes hacer|cómo puedes ayudarme|puedes ayudarme|necesito ayuda',
  it: 'aiuto|cosa puoi fare|che cosa puoi fare|cosa sai|cosa sai fare|come puoi aiutarmi|puoi aiutarmi',
  pt: 'ajuda|o que você pode fazer|o que podes fazer|o que sabes|o que você sabe|como pode me ajudar|pode ajudar-me|pode me ajudar',
  nl: 'help|hulp|wat kun je|wat kan je|wat kunt u|wat kun je doen|hoe kun je mij helpen|wat weet je|kun je me helpen|kunt u mij helpen',
  pl: 'pomoc|co potrafisz|co umiesz|jak możesz mi pomóc|co wiesz|możesz mi pomóc',
  tr: 'yardım|ne yapabilirsin|neler yapabilirsin|bana nasıl yardım edebilirsin|ne biliyorsun|yardım eder misin|neler biliyorsun',
  sv: 'hjälp|vad kan du|vad kan du göra|hur kan du hjälpa mig|vad vet du|kan du hjälpa mig',
  ru: 'помощь|помоги|что ты умеешь|что вы умеете|чем ты можешь помочь|что ты знаешь|что ты можешь',
  uk: 'допомога|допоможи|що ти вмієш|що ви вмієте|чим ти можеш допомогти|що ти знаєш',
  el: 'βοήθεια|τι μπορείς να κάνεις|τι μπορείτε να κάνετε|τι ξέρεις|πώς μπορείς να με βοηθήσεις',
  ar: 'مساعدة|ساعدني|ماذا يمكنك أن تفعل|ماذا تستطيع أن تفعل|كيف يمكنك مساعدتي|ماذا تعرف',
  he: 'עזרה|מה אתה יכול לעשות|מה אתה יודע|איך אתה יכול לעזור|מה אפשר לשאול',
  hi: 'मदद|सहायता|आप क्या कर सकते हैं|आप क्या जानते हैं|आप कैसे मदद कर सकते हैं',
  th: 'ช่วยด้วย|ช่วยเหลือ|คุณทำอะไรได้บ้าง|คุณรู้อะไรบ้าง|ถามอะไรได้บ้าง',
  zh: '帮助|帮帮我|你能做什么|您能做什么|你会什么|你知道什么|你可以做什么|我可以问什么|你能帮我什么',
  ja: 'ヘルプ|助けて|何ができますか|何ができるの|何を知っていますか|何を聞けますか',
  ko: '도움말|도와주세요|무엇을 할 수 있나요|뭘 할 수 있어|무엇을 알고 있나요|뭐 할 수 있어요',
};

/** Words that change nothing about small talk. */
const FILLERS =
  /(?<=^| )(?:so much|very much|a lot|a million|again|everyone|everybody|all|there|team|dear|bot|chatbot|please|then|now|for (?:your|the) help|for that|zusammen|liebes team|bot|bitte|nochmal|dann|für (?:die|ihre|deine) hilfe|beaucoup|à tous|à vous|s’il vous plaît|a todos|por favor|por todo|por la ayuda|a tutti|per favore|per l’aiuto|pela ajuda|hoor|allemaal|alstublieft|bardzo|wszystkim|proszę|herkese|lütfen|allihopa|всем|пожалуйста|всім)(?= |$)/gu;

const KINDS = { hello: HELLO, thanks: THANKS, goodbye: GOODBYE, who: WHO, overview: OVERVIEW };
const knownExpressions = lazily((): ReadonlyMap<string, SmallTalk> => {
  const known = new Map<string, SmallTalk>();
  for (const [kind, expressions] of Object.entries(KINDS) as [keyof typeof KINDS, Expressions][]) {
    for (const language of VISITOR_LANGUAGES) {
      const said = (expressions[language] ?? '').split('|');
      for (const text of kind === 'overview' ? [...said, ...PHRASES[language].open] : said) {
        const key = plainWords(text);
        const before = known.get(key);
        if (key === '' || (before !== undefined && before.kind !== kind)) continue;
        known.set(key, { kind, languages: [...(before?.languages ?? []), language] });
      }
    }
  }
  return known;
});
const greetings = lazily((): { readonly all: ReadonlySet<string>; readonly longest: number } => {
  const texts = [...knownExpressions()]
    .filter(([, { kind }]) => kind === 'hello' || kind === 'thanks')
    .map(([text]) => text);
  return { all: new Set(texts), longest: Math.max(...texts.map((text) => text.length)) };
});

/** Without a handoff, a request for a human is a question: the content may name a contact. */
export const canReplyTo = (
  { kind }: SmallTalk,
  { humanHandoffEnabled }: { readonly humanHandoffEnabled: boolean },
): boolean => kind !== 'human' || humanHandoffEnabled;

/** Returns null for a message that says more. */
export function smallTalkIn(message: string): SmallTalk | null {
  if (message.length > MAX_LENGTH) return null;
  const said = plainWords(message);
  const short = said.replace(FILLERS, '').replace(/ +/g, ' ').trim();
  const known = knownExpressions().get(said) ?? knownExpressions().get(short);
  if (known !== undefined) return known;
  const languages = humanRequestIn(short);
  if (languages.length > 0) return { kind: 'human', languages };
  // "Hi, thank you!", "thanks bye": the last expression counts.
  const rest = withoutGreeting(message);
  return rest === message || rest === '' ? afterGreetingWords(short) : smallTalkIn(rest);
}

/** Small talk that follows a greeting without a comma. Only the longest greeting is tried: the time grows with the message. */
function afterGreetingWords(said: string): SmallTalk | null {
  for (let space = said.lastIndexOf(' '); space > 0; space = said.lastIndexOf(' ', space - 1)) {
    if (greetings().all.has(said.slice(0, space))) return smallTalkIn(said.slice(space + 1));
  }
  return null;
}

/** The message without a greeting before it: "Hello, when do you open?" asks when. */
export function withoutGreeting(message: string): string {
  const end = /[,.!?;:،！，。？\n–-]\s*/u.exec(message.slice(0, greetings().longest + 20));
  if (end === null) return message;
  const first = plainWords(message.slice(0, end.index)).replace(FILLERS, '').trim();
  const rest = message.slice(end.index + end[0].length).trim();
  return greetings().all.has(first) && /[\p{L}\p{N}]/u.test(rest) ? rest : message;
}

function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['‘’]/g, '’')
    .replace(/[^\p{L}\p{M}\p{N}’ -]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
