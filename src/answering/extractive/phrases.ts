/** Phrases of the service itself, by language. */
import type { VisitorLanguage } from './visitor-language.ts';

export interface Phrases {
  /** Answer when nothing in the content fits. */
  readonly nothingFits: string;
  /** Offer that follows when the human handoff is enabled. */
  readonly offerHuman: string;
  /** Questions about a topic of the content; `{}` is its name. */
  readonly about: readonly [string, string, string];
  /** Questions for an overview, answered with the topics of the content. */
  readonly open: readonly [string, string, string];
  /** Introduces the topics of an overview. */
  readonly overview: string;
  /** Quotation marks. */
  readonly quotes: readonly [string, string];
}

const phrases = (
  nothingFits: string,
  offerHuman: string,
  about: Phrases['about'],
  open: Phrases['open'],
  overview: string,
  quotes: Phrases['quotes'],
): Phrases => ({ nothingFits, offerHuman, about, open, overview, quotes });

export const PHRASES: { readonly [language in VisitorLanguage]: Phrases } = {
  en: phrases(
    "I couldn't find an answer to that in the content I have.",
    'If you like, you can ask to talk to a human.',
    ['What should I know about {}?', 'Can you tell me more about {}?', 'What is there to know about {}?'],
    ['What can you help me with?', 'What topics do you know about?', 'Where should I start?'],
    'Here is what I can tell you about:',
    ['“', '”'],
  ),
  de: phrases(
    'Dazu habe ich in meinen Inhalten leider nichts gefunden.',
    'Auf Wunsch können Sie mit einem Menschen sprechen.',
    ['Was sollte ich über {} wissen?', 'Können Sie mir mehr über {} sagen?', 'Was gibt es über {} zu wissen?'],
    ['Wobei können Sie mir helfen?', 'Welche Themen kennen Sie?', 'Womit fange ich am besten an?'],
    'Dazu kann ich Ihnen etwas sagen:',
    ['„', '“'],
  ),
  fr: phrases(
    "Je n'ai rien trouvé à ce sujet dans mes contenus.",
    'Si vous le souhaitez, vous pouvez demander à parler à un humain.',
    ['Que faut-il savoir sur {} ?', "Pouvez-vous m'en dire plus sur {} ?", 'Que peut-on apprendre sur {} ?'],
    ["En quoi pouvez-vous m'aider ?", 'Quels sujets connaissez-vous ?', 'Par où commencer ?'],
    'Voici ce dont je peux vous parler :',
    ['«\u00a0', '\u00a0»'],
  ),
  es: phrases(
    'No he encontrado nada sobre eso en mis contenidos.',
    'Si lo desea, puede pedir hablar con una persona.',
    ['¿Qué debería saber sobre {}?', '¿Puede contarme más sobre {}?', '¿Qué conviene saber de {}?'],
    ['¿En qué puede ayudarme?', '¿Qué temas conoce?', '¿Por dónde empiezo?'],
    'Puedo hablarle de:',
    ['«', '»'],
  ),
  it: phrases(
    'Non ho trovato nulla al riguardo nei miei contenuti.',
    'Se vuole, può chiedere di parlare con una persona.',
    ['Che cosa dovrei sapere su {}?', 'Può dirmi di più su {}?', 'Che cosa c’è da sapere su {}?'],
    ['In che cosa può aiutarmi?', 'Quali argomenti conosce?', 'Da dove comincio?'],
    'Posso parlarle di:',
    ['«', '»'],
  ),
  pt: phrases(
    'Não encontrei nada sobre isso nos meus conteúdos.',
    'Se quiser, pode pedir para falar com uma pessoa.',
    ['O que devo saber sobre {}?', 'Pode dizer-me mais sobre {}?', 'O que há a saber sobre {}?'],
    ['Em que pode ajudar-me?', 'Que temas conhece?', 'Por onde devo começar?'],
    'Posso falar-lhe de:',
    ['«', '»'],
  ),
  nl: phrases(
    'Daar heb ik in mijn inhoud niets over gevonden.',
    'Als u wilt, kunt u vragen om met een mens te spreken.',
    ['Wat moet ik weten over {}?', 'Kunt u mij meer vertellen over {}?', 'Wat valt er te weten over {}?'],
    ['Waarmee kunt u mij helpen?', 'Welke onderwerpen kent u?', 'Waar kan ik het beste beginnen?'],
    'Hierover kan ik u iets vertellen:',
    ['‘', '’'],
  ),
  pl: phrases(
    'Nie znalazłem na ten temat nic w moich treściach.',
    'Jeśli chcesz, możesz poprosić o rozmowę z człowiekiem.',
    [
      'Co warto wiedzieć na temat: {}?',
      'Czy możesz powiedzieć więcej na temat: {}?',
      'Jakie są informacje na temat: {}?',
    ],
    ['W czym możesz mi pomóc?', 'Jakie tematy znasz?', 'Od czego zacząć?'],
    'Mogę opowiedzieć o:',
    ['„', '”'],
  ),
  tr: phrases(
    'İçeriklerimde bununla ilgili bir şey bulamadım.',
    'İsterseniz bir insanla görüşmeyi isteyebilirsiniz.',
    ['{} hakkında ne bilmeliyim?', '{} hakkında daha fazla bilgi verir misiniz?', '{} konusunda neler bilmek gerekir?'],
    ['Bana hangi konuda yardımcı olabilirsiniz?', 'Hangi konuları biliyorsunuz?', 'Nereden başlamalıyım?'],
    'Şu konularda bilgi verebilirim:',
    ['“', '”'],
  ),
  sv: phrases(
    'Jag hittade inget om det i mitt innehåll.',
    'Om du vill kan du be att få tala med en människa.',
    ['Vad bör jag veta om {}?', 'Kan du berätta mer om {}?', 'Vad finns det att veta om {}?'],
    ['Vad kan du hjälpa mig med?', 'Vilka ämnen känner du till?', 'Var ska jag börja?'],
    'Det här kan jag berätta om:',
    ['”', '”'],
  ),
  ru: phrases(
    'Я не нашёл ответа на этот вопрос в своих материалах.',
    'Если хотите, можно попросить связать вас с человеком.',
    ['Что нужно знать по теме «{}»?', 'Можете рассказать подробнее: {}?', 'Что сказано по теме «{}»?'],
    ['Чем вы можете помочь?', 'Какие темы вы знаете?', 'С чего начать?'],
    'Могу рассказать вот о чём:',
    ['«', '»'],
  ),
  uk: phrases(
    'Я не знайшов відповіді на це запитання у своїх матеріалах.',
    "Якщо бажаєте, можна попросити зв'язати вас із людиною.",
    ['Що варто знати на тему «{}»?', 'Можете розповісти докладніше: {}?', 'Що сказано на тему «{}»?'],
    ['Чим ви можете допомогти?', 'Які теми ви знаєте?', 'З чого почати?'],
    'Можу розповісти ось про що:',
    ['«', '»'],
  ),
  el: phrases(
    'Δεν βρήκα κάτι σχετικό στο περιεχόμενό μου.',
    'Αν θέλετε, μπορείτε να ζητήσετε να μιλήσετε με άνθρωπο.',
    ['Τι πρέπει να γνωρίζω για: {};', 'Μπορείτε να μου πείτε περισσότερα για: {};', 'Τι αναφέρεται για: {};'],
    ['Σε τι μπορείτε να με βοηθήσετε;', 'Ποια θέματα γνωρίζετε;', 'Από πού να ξεκινήσω;'],
    'Μπορώ να σας μιλήσω για:',
    ['«', '»'],
  ),
  ar: phrases(
    'لم أجد إجابة عن ذلك في المحتوى المتوفر لدي.',
    'إذا أردت، يمكنك طلب التحدث إلى شخص.',
    ['ماذا ينبغي أن أعرف عن {}؟', 'هل يمكنك إخباري بالمزيد عن {}؟', 'ماذا يقول المحتوى عن {}؟'],
    ['بماذا يمكنك مساعدتي؟', 'ما المواضيع التي تعرفها؟', 'من أين أبدأ؟'],
    'يمكنني أن أخبرك عن:',
    ['«', '»'],
  ),
  he: phrases(
    'לא מצאתי על כך דבר בתוכן שברשותי.',
    'אם תרצו, אפשר לבקש לדבר עם אדם.',
    ['מה כדאי לדעת על {}?', 'אפשר לספר לי עוד על {}?', 'מה נאמר על {}?'],
    ['במה אפשר לעזור לי?', 'אילו נושאים מוכרים לך?', 'מאיפה כדאי להתחיל?'],
    'אלה הנושאים שאפשר לשאול עליהם:',
    ['”', '”'],
  ),
  hi: phrases(
    'मुझे अपनी सामग्री में इसका उत्तर नहीं मिला।',
    'यदि आप चाहें, तो किसी व्यक्ति से बात करने का अनुरोध कर सकते हैं।',
    ['{} के बारे में क्या जानना चाहिए?', 'क्या आप {} के बारे में और बता सकते हैं?', '{} के बारे में क्या-क्या जानकारी है?'],
    ['आप मेरी किस बारे में मदद कर सकते हैं?', 'आप किन विषयों को जानते हैं?', 'मुझे कहाँ से शुरू करना चाहिए?'],
    'मैं इन विषयों के बारे में बता सकता हूँ:',
    ['“', '”'],
  ),
  th: phrases(
    'ฉันไม่พบคำตอบเรื่องนี้ในเนื้อหาที่มี',
    'หากต้องการ คุณสามารถขอคุยกับเจ้าหน้าที่ได้',
    ['ควรรู้อะไรเกี่ยวกับ {} บ้าง?', 'ช่วยบอกเพิ่มเติมเกี่ยวกับ {} ได้ไหม?', 'เนื้อหากล่าวถึง {} ว่าอย่างไร?'],
    ['คุณช่วยเรื่องอะไรได้บ้าง?', 'คุณรู้หัวข้ออะไรบ้าง?', 'ควรเริ่มจากตรงไหน?'],
    'เรื่องที่ฉันบอกได้มีดังนี้:',
    ['“', '”'],
  ),
  zh: phrases(
    '我在现有内容中没有找到相关答案。',
    '如果需要，您可以要求人工服务。',
    ['关于{}，我应该了解什么？', '能详细介绍一下{}吗？', '关于{}有哪些说明？'],
    ['您能帮我做什么？', '您了解哪些主题？', '我应该从哪里开始？'],
    '我可以介绍以下内容：',
    ['“', '”'],
  ),
  ja: phrases(
    '手元のコンテンツには該当する情報が見つかりませんでした。',
    'ご希望でしたら、担当者との会話を依頼できます。',
    [
      '{}について知っておくべきことは何ですか？',
      '{}について詳しく教えてください。',
      '{}については何と書かれていますか？',
    ],
    ['どんなことを手伝ってもらえますか？', 'どのような話題に詳しいですか？', '何から始めればよいですか？'],
    '次の内容についてご案内できます：',
    ['「', '」'],
  ),
  ko: phrases(
    '제가 가진 콘텐츠에서 해당 내용을 찾지 못했습니다.',
    '원하시면 상담원과의 대화를 요청할 수 있습니다.',
    ['{}에 대해 무엇을 알아야 하나요?', '{}에 대해 더 알려 주시겠어요?', '{}에 대해 어떤 설명이 있나요?'],
    ['무엇을 도와주실 수 있나요?', '어떤 주제를 알고 있나요?', '어디서부터 시작하면 되나요?'],
    '다음 내용을 안내해 드릴 수 있습니다:',
    ['‘', '’'],
  ),
};
