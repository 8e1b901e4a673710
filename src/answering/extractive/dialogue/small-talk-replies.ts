import type { VisitorLanguage } from '../languages/visitor-language.ts';

interface SmallTalkReplies {
  readonly hello: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** To "Who are you?"; `{}` is the chatbot's name. */
  readonly who: string;
  /** To who asks for a human, when the human handoff is enabled. True before the button is pressed and after: as a first click, it sends this request. */
  readonly humanOnRequest: string;
  /** To "That's wrong" and "I don't understand". */
  readonly sorry: string;
  /** To "I have a question", "wait" and others that ask nothing. */
  readonly askAgain: string;
}

export const SMALL_TALK_REPLIES: { readonly [language in VisitorLanguage]: SmallTalkReplies } = {
  en: {
    hello: 'Hello! What would you like to know?',
    thanks: "You're welcome! Is there anything else I can help with?",
    goodbye: 'Goodbye, and have a nice day!',
    who: "I'm the assistant of {}. I answer questions from its content.",
    humanOnRequest:
      'Of course. If you have not pressed the button below yet, please do so, and somebody will answer you here.',
    sorry:
      "I'm sorry, that was not what you were looking for. Please ask again in other words, or name what it is about.",
    askAgain: 'What would you like to know? A whole question helps me find the answer.',
  },
  de: {
    hello: 'Hallo! Was möchten Sie wissen?',
    thanks: 'Gern geschehen! Kann ich sonst noch helfen?',
    goodbye: 'Auf Wiedersehen und einen schönen Tag!',
    who: 'Ich bin der Assistent von {} und beantworte Fragen aus den Inhalten, die ich kenne.',
    humanOnRequest:
      'Gern. Falls Sie die Schaltfläche unten noch nicht gedrückt haben, tun Sie das bitte: Dann antwortet Ihnen hier jemand persönlich.',
    sorry: 'Das tut mir leid. Fragen Sie gern noch einmal mit anderen Worten, oder nennen Sie das Thema.',
    askAgain: 'Was möchten Sie wissen? Mit einer ganzen Frage finde ich die Antwort am besten.',
  },
  fr: {
    hello: 'Bonjour ! Que souhaitez-vous savoir ?',
    thanks: 'Avec plaisir ! Puis-je vous aider pour autre chose ?',
    goodbye: 'Au revoir et bonne journée !',
    who: "Je suis l'assistant de {} et je réponds aux questions à partir de ses contenus.",
    humanOnRequest:
      'Bien sûr. Si ce n’est pas déjà fait, appuyez sur le bouton ci-dessous : quelqu’un vous répondra ici.',
    sorry: 'Je suis désolé. Reposez votre question avec d’autres mots, ou dites de quoi il s’agit.',
    askAgain: 'Que souhaitez-vous savoir ? Une question complète m’aide à trouver la réponse.',
  },
  es: {
    hello: '¡Hola! ¿Qué desea saber?',
    thanks: '¡De nada! ¿Puedo ayudarle en algo más?',
    goodbye: '¡Adiós y que tenga un buen día!',
    who: 'Soy el asistente de {} y respondo preguntas a partir de sus contenidos.',
    humanOnRequest: 'Por supuesto. Si aún no lo ha hecho, pulse el botón de abajo y alguien le responderá aquí.',
    sorry: 'Lo siento. Pregunte de nuevo con otras palabras o diga de qué se trata.',
    askAgain: '¿Qué desea saber? Una pregunta completa me ayuda a encontrar la respuesta.',
  },
  it: {
    hello: 'Buongiorno! Che cosa desidera sapere?',
    thanks: 'Prego! Posso aiutarla in altro?',
    goodbye: 'Arrivederci e buona giornata!',
    who: "Sono l'assistente di {} e rispondo alle domande in base ai suoi contenuti.",
    humanOnRequest: 'Certo. Se non l’ha ancora fatto, prema il pulsante qui sotto: qualcuno le risponderà qui.',
    sorry: 'Mi dispiace. Chieda di nuovo con altre parole, o dica di che cosa si tratta.',
    askAgain: 'Che cosa desidera sapere? Una domanda completa mi aiuta a trovare la risposta.',
  },
  pt: {
    hello: 'Olá! O que deseja saber?',
    thanks: 'De nada! Posso ajudar em mais alguma coisa?',
    goodbye: 'Até à próxima e um bom dia!',
    who: 'Sou o assistente de {} e respondo a perguntas com base nos seus conteúdos.',
    humanOnRequest: 'Claro. Se ainda não o fez, prima o botão abaixo e alguém lhe responderá aqui.',
    sorry: 'Lamento. Pergunte de novo com outras palavras ou diga de que se trata.',
    askAgain: 'O que deseja saber? Uma pergunta completa ajuda-me a encontrar a resposta.',
  },
  nl: {
    hello: 'Hallo! Wat wilt u weten?',
    thanks: 'Graag gedaan! Kan ik u nog ergens mee helpen?',
    goodbye: 'Tot ziens en een fijne dag!',
    who: 'Ik ben de assistent van {} en beantwoord vragen op basis van de inhoud.',
    humanOnRequest:
      'Natuurlijk. Als u dat nog niet hebt gedaan, druk dan op de knop hieronder: iemand antwoordt u hier.',
    sorry: 'Het spijt me. Vraag het gerust opnieuw in andere woorden, of noem het onderwerp.',
    askAgain: 'Wat wilt u weten? Met een hele vraag vind ik het antwoord beter.',
  },
  pl: {
    hello: 'Dzień dobry! Co chcesz wiedzieć?',
    thanks: 'Nie ma za co! Czy mogę jeszcze w czymś pomóc?',
    goodbye: 'Do widzenia i miłego dnia!',
    who: 'Jestem asystentem {} i odpowiadam na pytania na podstawie dostępnych treści.',
    humanOnRequest:
      'Oczywiście. Jeśli przycisk poniżej nie został jeszcze naciśnięty, naciśnij go, a ktoś odpowie Ci tutaj.',
    sorry: 'Przykro mi. Zapytaj jeszcze raz innymi słowami albo podaj temat.',
    askAgain: 'Co chcesz wiedzieć? Całe pytanie pomoże mi znaleźć odpowiedź.',
  },
  tr: {
    hello: 'Merhaba! Ne öğrenmek istersiniz?',
    thanks: 'Rica ederim! Yardımcı olabileceğim başka bir şey var mı?',
    goodbye: 'Hoşça kalın, iyi günler!',
    who: 'Ben {} asistanıyım ve soruları içeriğine göre yanıtlıyorum.',
    humanOnRequest: 'Tabii ki. Henüz basmadıysanız lütfen aşağıdaki düğmeye basın; biri size buradan yanıt verecektir.',
    sorry: 'Üzgünüm. Lütfen başka sözcüklerle yeniden sorun ya da konuyu söyleyin.',
    askAgain: 'Ne öğrenmek istersiniz? Tam bir soru, yanıtı bulmama yardımcı olur.',
  },
  sv: {
    hello: 'Hej! Vad vill du veta?',
    thanks: 'Varsågod! Kan jag hjälpa till med något mer?',
    goodbye: 'Hej då och ha en fin dag!',
    who: 'Jag är assistenten för {} och svarar på frågor utifrån innehållet.',
    humanOnRequest: 'Självklart. Om du inte redan har gjort det, tryck på knappen nedan så svarar någon dig här.',
    sorry: 'Jag beklagar. Fråga gärna igen med andra ord, eller säg vad det gäller.',
    askAgain: 'Vad vill du veta? Med en hel fråga hittar jag svaret lättare.',
  },
  cs: {
    hello: 'Dobrý den! Co byste chtěli vědět?',
    thanks: 'Není zač! Mohu ještě s něčím pomoci?',
    goodbye: 'Na shledanou a hezký den!',
    who: 'Jsem asistent {} a odpovídám na otázky podle dostupného obsahu.',
    humanOnRequest: 'Samozřejmě. Pokud jste to ještě neudělali, stiskněte prosím tlačítko níže a někdo vám tu odpoví.',
    sorry: 'Omlouvám se. Zeptejte se prosím jinými slovy nebo napište, čeho se to týká.',
    askAgain: 'Co byste chtěli vědět? Podle celé otázky najdu odpověď snáz.',
  },
  ro: {
    hello: 'Bună ziua! Ce ați dori să aflați?',
    thanks: 'Cu plăcere! Vă mai pot ajuta cu ceva?',
    goodbye: 'La revedere și o zi bună!',
    who: 'Sunt asistentul {} și răspund la întrebări din conținutul său.',
    humanOnRequest: 'Desigur. Dacă nu ați făcut-o deja, apăsați butonul de mai jos și cineva vă va răspunde aici.',
    sorry: 'Îmi pare rău. Întrebați din nou cu alte cuvinte sau spuneți despre ce este vorba.',
    askAgain: 'Ce ați dori să aflați? O întrebare întreagă mă ajută să găsesc răspunsul.',
  },
  da: {
    hello: 'Hej! Hvad vil du gerne vide?',
    thanks: 'Selv tak! Er der andet, jeg kan hjælpe med?',
    goodbye: 'Farvel, og hav en god dag!',
    who: 'Jeg er assistent for {} og svarer på spørgsmål ud fra indholdet.',
    humanOnRequest:
      'Selvfølgelig. Hvis du ikke allerede har gjort det, så tryk på knappen nedenfor. Så svarer nogen dig her.',
    sorry: 'Det beklager jeg. Spørg gerne igen med andre ord, eller sig, hvad det drejer sig om.',
    askAgain: 'Hvad vil du gerne vide? Med et helt spørgsmål finder jeg lettere svaret.',
  },
  ru: {
    hello: 'Здравствуйте! Что вы хотите узнать?',
    thanks: 'Пожалуйста! Могу ли я ещё чем-нибудь помочь?',
    goodbye: 'До свидания и хорошего дня!',
    who: 'Я помощник {} и отвечаю на вопросы по материалам сайта.',
    humanOnRequest: 'Конечно. Если вы ещё не нажали кнопку ниже, нажмите её, и вам ответят здесь.',
    sorry: 'Мне жаль. Спросите, пожалуйста, другими словами или назовите тему.',
    askAgain: 'Что вы хотите узнать? По полному вопросу мне легче найти ответ.',
  },
  uk: {
    hello: 'Вітаю! Що ви хочете дізнатися?',
    thanks: 'Будь ласка! Чи можу я ще чимось допомогти?',
    goodbye: 'До побачення і гарного дня!',
    who: 'Я помічник {} і відповідаю на запитання за матеріалами сайту.',
    humanOnRequest: 'Звичайно. Якщо ви ще не натиснули кнопку нижче, натисніть її, і вам дадуть відповідь тут.',
    sorry: 'Мені шкода. Запитайте, будь ласка, іншими словами або назвіть тему.',
    askAgain: 'Що ви хочете дізнатися? За повним запитанням мені легше знайти відповідь.',
  },
  el: {
    hello: 'Γεια σας! Τι θα θέλατε να μάθετε;',
    thanks: 'Παρακαλώ! Μπορώ να βοηθήσω σε κάτι άλλο;',
    goodbye: 'Αντίο και καλή σας μέρα!',
    who: 'Είμαι ο βοηθός του {} και απαντώ σε ερωτήσεις από το περιεχόμενό του.',
    humanOnRequest: 'Φυσικά. Αν δεν το έχετε κάνει ήδη, πατήστε το κουμπί παρακάτω και κάποιος θα σας απαντήσει εδώ.',
    sorry: 'Λυπάμαι. Ρωτήστε ξανά με άλλα λόγια ή πείτε για τι πρόκειται.',
    askAgain: 'Τι θα θέλατε να μάθετε; Μια ολόκληρη ερώτηση με βοηθά να βρω την απάντηση.',
  },
  ar: {
    hello: 'مرحبًا! ماذا تود أن تعرف؟',
    thanks: 'على الرحب والسعة! هل يمكنني المساعدة في شيء آخر؟',
    goodbye: 'مع السلامة ويومًا سعيدًا!',
    who: 'أنا مساعد {} وأجيب عن الأسئلة من محتواه.',
    humanOnRequest: 'بالتأكيد. إذا لم تضغط على الزر أدناه بعد، فيُرجى الضغط عليه، وسيجيبك أحدهم هنا.',
    sorry: 'أعتذر. يُرجى السؤال مرة أخرى بكلمات مختلفة أو ذكر الموضوع.',
    askAgain: 'ماذا تود أن تعرف؟ السؤال الكامل يساعدني على إيجاد الإجابة.',
  },
  he: {
    hello: 'שלום! מה תרצו לדעת?',
    thanks: 'בשמחה! אפשר לעזור בעוד משהו?',
    goodbye: 'להתראות ויום נעים!',
    who: 'כאן העוזר של {}, עם תשובות לשאלות מתוך התוכן.',
    humanOnRequest: 'בוודאי. אם עדיין לא לחצתם על הכפתור שלמטה, אפשר ללחוץ עליו עכשיו, ומישהו יענה לכם כאן.',
    sorry: 'מצטערים. אפשר לשאול שוב במילים אחרות או לציין את הנושא.',
    askAgain: 'מה תרצו לדעת? שאלה מלאה עוזרת לי למצוא את התשובה.',
  },
  hi: {
    hello: 'नमस्ते! आप क्या जानना चाहेंगे?',
    thanks: 'आपका स्वागत है! क्या मैं और किसी बात में मदद कर सकता हूँ?',
    goodbye: 'अलविदा, आपका दिन शुभ हो!',
    who: 'मैं {} का सहायक हूँ और उसकी सामग्री के आधार पर प्रश्नों के उत्तर देता हूँ।',
    humanOnRequest: 'ज़रूर। यदि आपने अभी तक नीचे दिया बटन नहीं दबाया है, तो कृपया उसे दबाएँ। कोई आपको यहाँ उत्तर देगा।',
    sorry: 'मुझे खेद है। कृपया दूसरे शब्दों में फिर से पूछें या विषय बताएँ।',
    askAgain: 'आप क्या जानना चाहेंगे? पूरा प्रश्न उत्तर खोजने में मेरी मदद करता है।',
  },
  th: {
    hello: 'สวัสดี อยากทราบเรื่องอะไร',
    thanks: 'ยินดีเสมอ มีอะไรให้ช่วยอีกไหม',
    goodbye: 'ลาก่อน ขอให้เป็นวันที่ดี',
    who: 'ฉันคือผู้ช่วยของ {} และตอบคำถามจากเนื้อหาที่มี',
    humanOnRequest: 'ได้เลย หากยังไม่ได้กดปุ่มด้านล่าง โปรดกดปุ่มนั้น แล้วจะมีคนตอบคุณที่นี่',
    sorry: 'ขออภัย โปรดถามอีกครั้งด้วยคำอื่น หรือบอกว่าเป็นเรื่องอะไร',
    askAgain: 'อยากทราบเรื่องอะไร คำถามที่ครบถ้วนช่วยให้ฉันหาคำตอบได้',
  },
  vi: {
    hello: 'Xin chào! Bạn muốn biết điều gì?',
    thanks: 'Không có gì! Tôi có thể giúp gì thêm cho bạn không?',
    goodbye: 'Tạm biệt và chúc bạn một ngày tốt lành!',
    who: 'Tôi là trợ lý của {}. Tôi trả lời câu hỏi dựa trên nội dung ở đây.',
    humanOnRequest: 'Được ạ. Nếu bạn chưa bấm nút bên dưới, hãy bấm nút đó, sẽ có người trả lời bạn ngay tại đây.',
    sorry: 'Xin lỗi, đó chưa phải là điều bạn cần. Bạn hãy hỏi lại bằng cách khác hoặc nêu rõ chủ đề.',
    askAgain: 'Bạn muốn biết điều gì? Một câu hỏi đầy đủ giúp tôi tìm câu trả lời dễ hơn.',
  },
  id: {
    hello: 'Halo! Apa yang ingin Anda ketahui?',
    thanks: 'Sama-sama! Ada lagi yang bisa saya bantu?',
    goodbye: 'Sampai jumpa, semoga hari Anda menyenangkan!',
    who: 'Saya asisten {} dan menjawab pertanyaan berdasarkan informasinya.',
    humanOnRequest: 'Tentu. Jika belum, silakan tekan tombol di bawah, dan seseorang akan menjawab Anda di sini.',
    sorry: 'Maaf. Silakan tanyakan lagi dengan kata lain, atau sebutkan topiknya.',
    askAgain: 'Apa yang ingin Anda ketahui? Pertanyaan yang lengkap memudahkan saya menemukan jawabannya.',
  },
  fa: {
    hello: 'سلام! چه چیزی می‌خواهید بدانید؟',
    thanks: 'خواهش می‌کنم! کار دیگری هست که بتوانم انجام دهم؟',
    goodbye: 'خدانگهدار، روز خوبی داشته باشید!',
    who: 'من دستیار {} هستم و بر اساس محتوای آن به پرسش‌ها پاسخ می‌دهم.',
    humanOnRequest: 'حتماً. اگر هنوز دکمهٔ پایین را نزده‌اید، لطفاً آن را بزنید تا یکی از همکاران همین‌جا پاسخ دهد.',
    sorry: 'متأسفم. لطفاً با واژه‌های دیگری بپرسید یا بگویید دربارهٔ چیست.',
    askAgain: 'چه چیزی می‌خواهید بدانید؟ با یک پرسش کامل راحت‌تر پاسخ را پیدا می‌کنم.',
  },
  zh: {
    hello: '您好！您想了解什么？',
    thanks: '不客气！还有什么可以帮您的吗？',
    goodbye: '再见，祝您愉快！',
    who: '我是 {} 的助手，根据其内容回答问题。',
    humanOnRequest: '当然可以。如果您还没有点击下方的按钮，请点击，之后会有人在这里回复您。',
    sorry: '很抱歉。请换一种说法再问一次，或说明是关于什么的。',
    askAgain: '您想了解什么？完整的问题能帮助我找到答案。',
  },
  ja: {
    hello: 'こんにちは！何をお知りになりたいですか？',
    thanks: 'どういたしまして。ほかにお手伝いできることはありますか？',
    goodbye: 'さようなら。良い一日を！',
    who: '{} のアシスタントです。コンテンツをもとに質問にお答えします。',
    humanOnRequest: '承知しました。まだの場合は下のボタンを押してください。担当者がここでお答えします。',
    sorry: '申し訳ありません。別の言葉でもう一度お尋ねいただくか、何についてかをお知らせください。',
    askAgain: '何をお知りになりたいですか？文でお尋ねいただくと、答えを見つけやすくなります。',
  },
  ko: {
    hello: '안녕하세요! 무엇이 궁금하신가요?',
    thanks: '천만에요! 더 도와드릴 일이 있나요?',
    goodbye: '안녕히 가세요. 좋은 하루 되세요!',
    who: '저는 {}의 도우미이며 콘텐츠를 바탕으로 질문에 답합니다.',
    humanOnRequest: '물론입니다. 아직 누르지 않으셨다면 아래 버튼을 눌러 주세요. 상담원이 여기에서 답변해 드립니다.',
    sorry: '죄송합니다. 다른 표현으로 다시 질문하시거나 무엇에 관한 것인지 알려 주세요.',
    askAgain: '무엇이 궁금하신가요? 완전한 문장으로 질문하시면 답을 찾기 쉽습니다.',
  },
};
