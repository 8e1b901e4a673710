/** The few sentences that are ours rather than the content's, in the visitor's language. */
import type { VisitorLanguage } from './visitor-language.ts';

export interface Phrases {
  /** Nothing in the content fits. */
  readonly nothingFits: string;
  /** Follows it when a human can be asked for. */
  readonly offerHuman: string;
  /** Questions about something the content speaks of; `{}` is its name. */
  readonly about: readonly [string, string, string];
  /** When there is no content to ask about. */
  readonly open: readonly [string, string, string];
}

const phrases = (nothingFits: string, offerHuman: string, about: Phrases['about'], open: Phrases['open']): Phrases => ({
  nothingFits,
  offerHuman,
  about,
  open,
});

export const PHRASES: { readonly [language in VisitorLanguage]: Phrases } = {
  en: phrases(
    "I couldn't find an answer to that in the content I have.",
    'If you like, you can ask to talk to a human.',
    ['What should I know about {}?', 'Can you tell me more about {}?', 'What does it say about {}?'],
    ['What can you help me with?', 'What topics do you know about?', 'How can I get in touch?'],
  ),
  de: phrases(
    'Dazu habe ich in meinen Inhalten leider nichts gefunden.',
    'Auf Wunsch können Sie mit einem Menschen sprechen.',
    ['Was sollte ich über {} wissen?', 'Können Sie mir mehr über {} sagen?', 'Was steht dort zu {}?'],
    ['Wobei können Sie mir helfen?', 'Welche Themen kennen Sie?', 'Wie kann ich Kontakt aufnehmen?'],
  ),
  fr: phrases(
    "Je n'ai rien trouvé à ce sujet dans mes contenus.",
    'Si vous le souhaitez, vous pouvez demander à parler à un humain.',
    ['Que faut-il savoir sur {} ?', "Pouvez-vous m'en dire plus sur {} ?", 'Que disent les contenus sur {} ?'],
    ["En quoi pouvez-vous m'aider ?", 'Quels sujets connaissez-vous ?', 'Comment puis-je vous contacter ?'],
  ),
  es: phrases(
    'No he encontrado nada sobre eso en mis contenidos.',
    'Si lo desea, puede pedir hablar con una persona.',
    ['¿Qué debería saber sobre {}?', '¿Puede contarme más sobre {}?', '¿Qué se dice sobre {}?'],
    ['¿En qué puede ayudarme?', '¿Qué temas conoce?', '¿Cómo puedo ponerme en contacto?'],
  ),
  it: phrases(
    'Non ho trovato nulla al riguardo nei miei contenuti.',
    'Se vuole, può chiedere di parlare con una persona.',
    ['Che cosa dovrei sapere su {}?', 'Può dirmi di più su {}?', 'Che cosa si dice di {}?'],
    ['In che cosa può aiutarmi?', 'Quali argomenti conosce?', 'Come posso mettermi in contatto?'],
  ),
  pt: phrases(
    'Não encontrei nada sobre isso nos meus conteúdos.',
    'Se quiser, pode pedir para falar com uma pessoa.',
    ['O que devo saber sobre {}?', 'Pode dizer-me mais sobre {}?', 'O que se diz sobre {}?'],
    ['Em que pode ajudar-me?', 'Que temas conhece?', 'Como posso entrar em contacto?'],
  ),
  nl: phrases(
    'Daar heb ik in mijn inhoud niets over gevonden.',
    'Als u wilt, kunt u vragen om met een mens te spreken.',
    ['Wat moet ik weten over {}?', 'Kunt u mij meer vertellen over {}?', 'Wat staat er over {}?'],
    ['Waarmee kunt u mij helpen?', 'Welke onderwerpen kent u?', 'Hoe kan ik contact opnemen?'],
  ),
  pl: phrases(
    'Nie znalazłem na ten temat nic w moich treściach.',
    'Jeśli chcesz, możesz poprosić o rozmowę z człowiekiem.',
    ['Co warto wiedzieć na temat: {}?', 'Czy możesz powiedzieć więcej na temat: {}?', 'Co napisano na temat: {}?'],
    ['W czym możesz mi pomóc?', 'Jakie tematy znasz?', 'Jak mogę się skontaktować?'],
  ),
  tr: phrases(
    'İçeriklerimde bununla ilgili bir şey bulamadım.',
    'İsterseniz bir insanla görüşmeyi isteyebilirsiniz.',
    ['{} hakkında ne bilmeliyim?', '{} hakkında daha fazla bilgi verir misiniz?', '{} hakkında ne yazıyor?'],
    ['Bana hangi konuda yardımcı olabilirsiniz?', 'Hangi konuları biliyorsunuz?', 'Nasıl iletişime geçebilirim?'],
  ),
  sv: phrases(
    'Jag hittade inget om det i mitt innehåll.',
    'Om du vill kan du be att få tala med en människa.',
    ['Vad bör jag veta om {}?', 'Kan du berätta mer om {}?', 'Vad står det om {}?'],
    ['Vad kan du hjälpa mig med?', 'Vilka ämnen känner du till?', 'Hur kan jag ta kontakt?'],
  ),
  ru: phrases(
    'Я не нашёл ответа на этот вопрос в своих материалах.',
    'Если хотите, можно попросить связать вас с человеком.',
    ['Что нужно знать по теме «{}»?', 'Можете рассказать подробнее: {}?', 'Что сказано по теме «{}»?'],
    ['Чем вы можете помочь?', 'Какие темы вы знаете?', 'Как с вами связаться?'],
  ),
  uk: phrases(
    'Я не знайшов відповіді на це запитання у своїх матеріалах.',
    "Якщо бажаєте, можна попросити зв'язати вас із людиною.",
    ['Що варто знати на тему «{}»?', 'Можете розповісти докладніше: {}?', 'Що сказано на тему «{}»?'],
    ['Чим ви можете допомогти?', 'Які теми ви знаєте?', "Як з вами зв'язатися?"],
  ),
  el: phrases(
    'Δεν βρήκα κάτι σχετικό στο περιεχόμενό μου.',
    'Αν θέλετε, μπορείτε να ζητήσετε να μιλήσετε με άνθρωπο.',
    ['Τι πρέπει να γνωρίζω για: {};', 'Μπορείτε να μου πείτε περισσότερα για: {};', 'Τι αναφέρεται για: {};'],
    ['Σε τι μπορείτε να με βοηθήσετε;', 'Ποια θέματα γνωρίζετε;', 'Πώς μπορώ να επικοινωνήσω;'],
  ),
  ar: phrases(
    'لم أجد إجابة عن ذلك في المحتوى المتوفر لدي.',
    'إذا أردت، يمكنك طلب التحدث إلى شخص.',
    ['ماذا ينبغي أن أعرف عن {}؟', 'هل يمكنك إخباري بالمزيد عن {}؟', 'ماذا يقول المحتوى عن {}؟'],
    ['بماذا يمكنك مساعدتي؟', 'ما المواضيع التي تعرفها؟', 'كيف يمكنني التواصل معكم؟'],
  ),
  he: phrases(
    'לא מצאתי על כך דבר בתוכן שברשותי.',
    'אם תרצו, אפשר לבקש לדבר עם אדם.',
    ['מה כדאי לדעת על {}?', 'אפשר לספר לי עוד על {}?', 'מה נאמר על {}?'],
    ['במה אפשר לעזור לי?', 'אילו נושאים מוכרים לך?', 'איך אפשר ליצור קשר?'],
  ),
  hi: phrases(
    'मुझे अपनी सामग्री में इसका उत्तर नहीं मिला।',
    'यदि आप चाहें, तो किसी व्यक्ति से बात करने का अनुरोध कर सकते हैं।',
    ['{} के बारे में क्या जानना चाहिए?', 'क्या आप {} के बारे में और बता सकते हैं?', '{} के बारे में क्या लिखा है?'],
    ['आप मेरी किस बारे में मदद कर सकते हैं?', 'आप किन विषयों को जानते हैं?', 'मैं कैसे संपर्क कर सकता हूँ?'],
  ),
  th: phrases(
    'ฉันไม่พบคำตอบเรื่องนี้ในเนื้อหาที่มี',
    'หากต้องการ คุณสามารถขอคุยกับเจ้าหน้าที่ได้',
    ['ควรรู้อะไรเกี่ยวกับ {} บ้าง?', 'ช่วยบอกเพิ่มเติมเกี่ยวกับ {} ได้ไหม?', 'เนื้อหากล่าวถึง {} ว่าอย่างไร?'],
    ['คุณช่วยเรื่องอะไรได้บ้าง?', 'คุณรู้หัวข้ออะไรบ้าง?', 'ติดต่อได้อย่างไร?'],
  ),
  zh: phrases(
    '我在现有内容中没有找到相关答案。',
    '如果需要，您可以要求人工服务。',
    ['关于{}，我应该了解什么？', '能详细介绍一下{}吗？', '关于{}有哪些说明？'],
    ['您能帮我做什么？', '您了解哪些主题？', '怎样联系你们？'],
  ),
  ja: phrases(
    '手元のコンテンツには該当する情報が見つかりませんでした。',
    'ご希望でしたら、担当者との会話を依頼できます。',
    [
      '{}について知っておくべきことは何ですか？',
      '{}について詳しく教えてください。',
      '{}については何と書かれていますか？',
    ],
    ['どんなことを手伝ってもらえますか？', 'どのような話題に詳しいですか？', '連絡するにはどうすればよいですか？'],
  ),
  ko: phrases(
    '제가 가진 콘텐츠에서 해당 내용을 찾지 못했습니다.',
    '원하시면 상담원과의 대화를 요청할 수 있습니다.',
    ['{}에 대해 무엇을 알아야 하나요?', '{}에 대해 더 알려 주시겠어요?', '{}에 대해 어떤 설명이 있나요?'],
    ['무엇을 도와주실 수 있나요?', '어떤 주제를 알고 있나요?', '어떻게 연락할 수 있나요?'],
  ),
};
