/** Phrases of the service itself, by language: refusals, questions to suggest, the overview. */
import type { VisitorLanguage } from './visitor-language.ts';

export interface Phrases {
  /** Answer when nothing in the content fits. */
  readonly nothingFits: string;
  /** Names the closest section after that; `{}` is its heading. */
  readonly closest: string;
  /** Stands above a quotation that lacks the words `{}` of the question. */
  readonly nothingAbout: string;
  /** Offer that follows when the human handoff is enabled. */
  readonly offerHuman: string;
  /** A question about the heading `{}`. */
  readonly ask: string;
  /** Questions for an overview, answered with the topics of the content. */
  readonly open: readonly [string, string, string];
  /** Introduces the topics of an overview. */
  readonly overview: string;
}

export const PHRASES: { readonly [language in VisitorLanguage]: Phrases } = {
  en: {
    nothingFits: "I couldn't find an answer to that in the content I have.",
    closest: 'The closest that I have: *{}*.',
    nothingAbout: 'I found nothing about “{}”. The closest that I have:',
    offerHuman: 'If you like, you can ask to talk to a human.',
    ask: 'Can you tell me more about “{}”?',
    open: ['What can you help me with?', 'What topics do you know about?', 'Where should I start?'],
    overview: 'Here is what I can tell you about:',
  },
  de: {
    nothingFits: 'Dazu habe ich in meinen Inhalten leider nichts gefunden.',
    closest: 'Am nächsten kommt: *{}*.',
    nothingAbout: 'Zu „{}“ habe ich nichts gefunden. Am nächsten kommt:',
    offerHuman: 'Auf Wunsch können Sie mit einem Menschen sprechen.',
    ask: 'Können Sie mir mehr zu „{}“ sagen?',
    open: ['Wobei können Sie mir helfen?', 'Welche Themen kennen Sie?', 'Womit fange ich am besten an?'],
    overview: 'Dazu kann ich Ihnen etwas sagen:',
  },
  fr: {
    nothingFits: "Je n'ai rien trouvé à ce sujet dans mes contenus.",
    closest: 'Le plus proche : *{}*.',
    nothingAbout: "Je n'ai rien trouvé sur « {} ». Ce qui s'en approche le plus :",
    offerHuman: 'Si vous le souhaitez, vous pouvez demander à parler à un humain.',
    ask: 'Pouvez-vous m’en dire plus sur « {} » ?',
    open: ["En quoi pouvez-vous m'aider ?", 'Quels sujets connaissez-vous ?', 'Par où commencer ?'],
    overview: 'Voici ce dont je peux vous parler :',
  },
  es: {
    nothingFits: 'No he encontrado nada sobre eso en mis contenidos.',
    closest: 'Lo más parecido: *{}*.',
    nothingAbout: 'No he encontrado nada sobre «{}». Lo más parecido que tengo:',
    offerHuman: 'Si lo desea, puede pedir hablar con una persona.',
    ask: '¿Puede contarme más sobre «{}»?',
    open: ['¿En qué puede ayudarme?', '¿Qué temas conoce?', '¿Por dónde empiezo?'],
    overview: 'Puedo hablarle de:',
  },
  it: {
    nothingFits: 'Non ho trovato nulla al riguardo nei miei contenuti.',
    closest: 'La cosa più vicina: *{}*.',
    nothingAbout: 'Non ho trovato nulla su «{}». La cosa più vicina che ho:',
    offerHuman: 'Se vuole, può chiedere di parlare con una persona.',
    ask: 'Può dirmi di più su «{}»?',
    open: ['In che cosa può aiutarmi?', 'Quali argomenti conosce?', 'Da dove comincio?'],
    overview: 'Posso parlarle di:',
  },
  pt: {
    nothingFits: 'Não encontrei nada sobre isso nos meus conteúdos.',
    closest: 'O mais próximo: *{}*.',
    nothingAbout: 'Não encontrei nada sobre “{}”. O mais próximo que tenho:',
    offerHuman: 'Se quiser, pode pedir para falar com uma pessoa.',
    ask: 'Pode dizer-me mais sobre «{}»?',
    open: ['Em que pode ajudar-me?', 'Que temas conhece?', 'Por onde devo começar?'],
    overview: 'Posso falar-lhe de:',
  },
  nl: {
    nothingFits: 'Daar heb ik in mijn inhoud niets over gevonden.',
    closest: 'Het dichtst in de buurt komt: *{}*.',
    nothingAbout: 'Over “{}” heb ik niets gevonden. Het dichtst in de buurt komt:',
    offerHuman: 'Als u wilt, kunt u vragen om met een mens te spreken.',
    ask: 'Kunt u mij meer vertellen over „{}”?',
    open: ['Waarmee kunt u mij helpen?', 'Welke onderwerpen kent u?', 'Waar kan ik het beste beginnen?'],
    overview: 'Hierover kan ik u iets vertellen:',
  },
  pl: {
    nothingFits: 'Nie znalazłem na ten temat nic w moich treściach.',
    closest: 'Najbliższe, co mam: *{}*.',
    nothingAbout: 'Nie mam nic na temat „{}”. Najbliższe, co mam:',
    offerHuman: 'Jeśli chcesz, możesz poprosić o rozmowę z człowiekiem.',
    ask: 'Czy możesz powiedzieć więcej na temat „{}”?',
    open: ['W czym możesz mi pomóc?', 'Jakie tematy znasz?', 'Od czego zacząć?'],
    overview: 'Mogę opowiedzieć o:',
  },
  tr: {
    nothingFits: 'İçeriklerimde bununla ilgili bir şey bulamadım.',
    closest: 'En yakın bulduğum: *{}*.',
    nothingAbout: '“{}” hakkında bir şey bulamadım. En yakın bilgi:',
    offerHuman: 'İsterseniz bir insanla görüşmeyi isteyebilirsiniz.',
    ask: '“{}” hakkında daha fazla bilgi verir misiniz?',
    open: ['Bana hangi konuda yardımcı olabilirsiniz?', 'Hangi konuları biliyorsunuz?', 'Nereden başlamalıyım?'],
    overview: 'Şu konularda bilgi verebilirim:',
  },
  sv: {
    nothingFits: 'Jag hittade inget om det i mitt innehåll.',
    closest: 'Det närmaste jag har: *{}*.',
    nothingAbout: 'Jag hittade inget om ”{}”. Det närmaste jag har:',
    offerHuman: 'Om du vill kan du be att få tala med en människa.',
    ask: 'Kan du berätta mer om ”{}”?',
    open: ['Vad kan du hjälpa mig med?', 'Vilka ämnen känner du till?', 'Var ska jag börja?'],
    overview: 'Det här kan jag berätta om:',
  },
  ru: {
    nothingFits: 'Я не нашёл ответа на этот вопрос в своих материалах.',
    closest: 'Ближе всего: *{}*.',
    nothingAbout: 'О «{}» я ничего не нашёл. Ближе всего к этому:',
    offerHuman: 'Если хотите, можно попросить связать вас с человеком.',
    ask: 'Что вы можете рассказать про «{}»?',
    open: ['Чем вы можете помочь?', 'Какие темы вы знаете?', 'С чего начать?'],
    overview: 'Могу рассказать вот о чём:',
  },
  uk: {
    nothingFits: 'Я не знайшов відповіді на це запитання у своїх матеріалах.',
    closest: 'Найближче: *{}*.',
    nothingAbout: 'Про «{}» я нічого не знайшов. Найближче до цього:',
    offerHuman: "Якщо бажаєте, можна попросити зв'язати вас із людиною.",
    ask: 'Що ви можете розповісти про «{}»?',
    open: ['Чим ви можете допомогти?', 'Які теми ви знаєте?', 'З чого почати?'],
    overview: 'Можу розповісти ось про що:',
  },
  el: {
    nothingFits: 'Δεν βρήκα κάτι σχετικό στο περιεχόμενό μου.',
    closest: 'Το πιο κοντινό: *{}*.',
    nothingAbout: 'Δεν βρήκα τίποτα για «{}». Το πιο κοντινό που έχω:',
    offerHuman: 'Αν θέλετε, μπορείτε να ζητήσετε να μιλήσετε με άνθρωπο.',
    ask: 'Μπορείτε να μου πείτε περισσότερα για «{}»;',
    open: ['Σε τι μπορείτε να με βοηθήσετε;', 'Ποια θέματα γνωρίζετε;', 'Από πού να ξεκινήσω;'],
    overview: 'Μπορώ να σας μιλήσω για:',
  },
  ar: {
    nothingFits: 'لم أجد إجابة عن ذلك في المحتوى المتوفر لدي.',
    closest: 'الأقرب لدي: *{}*.',
    nothingAbout: 'لم أجد شيئًا عن «{}». أقرب ما لدي:',
    offerHuman: 'إذا أردت، يمكنك طلب التحدث إلى شخص.',
    ask: 'هل يمكنك إخباري بالمزيد عن «{}»؟',
    open: ['بماذا يمكنك مساعدتي؟', 'ما المواضيع التي تعرفها؟', 'من أين أبدأ؟'],
    overview: 'يمكنني أن أخبرك عن:',
  },
  he: {
    nothingFits: 'לא מצאתי על כך דבר בתוכן שברשותי.',
    closest: 'הקרוב ביותר שמצאתי: *{}*.',
    nothingAbout: 'לא מצאתי דבר על "{}". הקרוב ביותר שיש לי:',
    offerHuman: 'אם תרצו, אפשר לבקש לדבר עם אדם.',
    ask: 'אפשר לספר לי עוד על „{}”?',
    open: ['במה אפשר לעזור לי?', 'אילו נושאים מוכרים לך?', 'מאיפה כדאי להתחיל?'],
    overview: 'אלה הנושאים שאפשר לשאול עליהם:',
  },
  hi: {
    nothingFits: 'मुझे अपनी सामग्री में इसका उत्तर नहीं मिला।',
    closest: 'सबसे नज़दीकी जानकारी: *{}*।',
    nothingAbout: 'मुझे “{}” के बारे में कुछ नहीं मिला। मेरे पास सबसे नज़दीकी जानकारी:',
    offerHuman: 'यदि आप चाहें, तो किसी व्यक्ति से बात करने का अनुरोध कर सकते हैं।',
    ask: 'क्या आप मुझे “{}” के बारे में और बता सकते हैं?',
    open: ['आप मेरी किस बारे में मदद कर सकते हैं?', 'आप किन विषयों को जानते हैं?', 'मुझे कहाँ से शुरू करना चाहिए?'],
    overview: 'मैं इन विषयों के बारे में बता सकता हूँ:',
  },
  th: {
    nothingFits: 'ฉันไม่พบคำตอบเรื่องนี้ในเนื้อหาที่มี',
    closest: 'เรื่องที่ใกล้เคียงที่สุด: *{}*',
    nothingAbout: 'ไม่พบข้อมูลเกี่ยวกับ “{}” ข้อมูลที่ใกล้เคียงที่สุด:',
    offerHuman: 'หากต้องการ คุณสามารถขอคุยกับเจ้าหน้าที่ได้',
    ask: 'ช่วยเล่าเรื่อง “{}” เพิ่มเติมได้ไหม?',
    open: ['คุณช่วยเรื่องอะไรได้บ้าง?', 'คุณรู้หัวข้ออะไรบ้าง?', 'ควรเริ่มจากตรงไหน?'],
    overview: 'เรื่องที่ฉันบอกได้มีดังนี้:',
  },
  vi: {
    nothingFits: 'Tôi không tìm thấy câu trả lời trong nội dung hiện có.',
    closest: 'Nội dung gần nhất: *{}*.',
    nothingAbout: 'Tôi không tìm thấy gì về “{}”. Nội dung gần nhất:',
    offerHuman: 'Nếu muốn, bạn có thể yêu cầu nói chuyện với nhân viên.',
    ask: 'Bạn có thể cho tôi biết thêm về “{}” không?',
    open: ['Bạn có thể giúp tôi điều gì?', 'Bạn biết về những chủ đề nào?', 'Tôi nên bắt đầu từ đâu?'],
    overview: 'Tôi có thể cho bạn biết về:',
  },
  id: {
    nothingFits: 'Maaf, saya tidak menemukan jawabannya dalam informasi yang saya miliki.',
    closest: 'Yang paling mendekati: *{}*.',
    nothingAbout: 'Saya tidak menemukan apa pun tentang “{}”. Yang paling mendekati:',
    offerHuman: 'Jika mau, Anda dapat meminta berbicara dengan petugas.',
    ask: 'Bisa jelaskan lebih lanjut tentang “{}”?',
    open: ['Apa yang bisa Anda bantu?', 'Topik apa saja yang Anda ketahui?', 'Dari mana sebaiknya saya mulai?'],
    overview: 'Saya dapat memberi tahu Anda tentang:',
  },
  fa: {
    nothingFits: 'در محتوایی که دارم پاسخی برای این پرسش پیدا نکردم.',
    closest: 'نزدیک‌ترین موضوع: *{}*.',
    nothingAbout: 'دربارهٔ «{}» چیزی پیدا نکردم. نزدیک‌ترین موضوع:',
    offerHuman: 'اگر بخواهید، می‌توانید درخواست گفتگو با یک نفر از همکاران ما را بدهید.',
    ask: 'می‌توانید دربارهٔ «{}» بیشتر توضیح دهید؟',
    open: ['در چه موردی می‌توانید کمکم کنید؟', 'دربارهٔ چه موضوع‌هایی اطلاعات دارید؟', 'از کجا شروع کنم؟'],
    overview: 'می‌توانم دربارهٔ این موضوع‌ها راهنمایی کنم:',
  },
  zh: {
    nothingFits: '我在现有内容中没有找到相关答案。',
    closest: '最接近的内容：*{}*。',
    nothingAbout: '没有找到关于“{}”的内容。最接近的内容：',
    offerHuman: '如果需要，您可以要求人工服务。',
    ask: '能介绍一下“{}”吗？',
    open: ['您能帮我做什么？', '您了解哪些主题？', '我应该从哪里开始？'],
    overview: '我可以介绍以下内容：',
  },
  ja: {
    nothingFits: '手元のコンテンツには該当する情報が見つかりませんでした。',
    closest: '最も近い内容：*{}*',
    nothingAbout: '「{}」については見つかりませんでした。最も近い内容：',
    offerHuman: 'ご希望でしたら、担当者との会話を依頼できます。',
    ask: '「{}」について詳しく教えてもらえますか？',
    open: ['どんなことを手伝ってもらえますか？', 'どのような話題に詳しいですか？', '何から始めればよいですか？'],
    overview: '次の内容についてご案内できます：',
  },
  ko: {
    nothingFits: '제가 가진 콘텐츠에서 해당 내용을 찾지 못했습니다.',
    closest: '가장 가까운 내용: *{}*',
    nothingAbout: '“{}”에 대한 내용을 찾지 못했습니다. 가장 가까운 내용:',
    offerHuman: '원하시면 상담원과의 대화를 요청할 수 있습니다.',
    ask: '“{}”에 대해 더 알려 주시겠어요?',
    open: ['무엇을 도와주실 수 있나요?', '어떤 주제를 알고 있나요?', '어디서부터 시작하면 되나요?'],
    overview: '다음 내용을 안내해 드릴 수 있습니다:',
  },
};
