import { describe, expect, it } from 'vitest';
import { dependsOnConversation } from '../../../src/answering/condensing/depends-on-conversation.ts';
import type { ConversationTurn } from '../../../src/answering/generators/answer-generator.ts';

const afterAsking = (asked: string): readonly ConversationTurn[] => [
  { role: 'user', content: asked },
  { role: 'assistant', content: 'OK [1].' },
];

/** Written after the rule, unlike the words of its lists. */
const QUESTIONS: readonly (readonly [
  language: string,
  dependent: readonly string[],
  selfContained: readonly string[],
])[] = [
  [
    'English',
    [
      'Does it come in green?',
      'How about Italy?',
      'Which of those is the cheapest?',
      'Why not?',
      'Tell me more',
      'yes please',
    ],
    [
      'How can I change my delivery address after ordering?',
      'Where do I find the invoice of my last order?',
      'My washing machine shows error E18 and it does not drain, what can I do?',
      'Is there a shuttle from the airport to the hotel?',
    ],
  ],
  [
    'German',
    ['Gibt es es auch in Rot?', 'Kann ich ihn dort abholen?', 'Ist das wasserdicht?'],
    ['Welche Unterlagen brauche ich für den Antrag?', 'Können Sie das Paket nach Wien schicken?'],
  ],
  [
    'French',
    ['Et si je veux annuler ?', 'Puis-je le faire en ligne ?'],
    ['Comment puis-je modifier mon adresse de livraison ?', 'Quels documents faut-il pour la demande ?'],
  ],
  ['Spanish', ['¿Y si quiero cancelar?', '¿Cuánto cuesta ese?'], ['¿Cómo puedo cambiar la dirección de entrega?']],
  ['Italian', ['E quanto costa?', 'Posso restituirlo?'], ['Come posso modificare il mio indirizzo di consegna?']],
  ['Portuguese', ['E ao domingo?', 'Posso devolvê-lo?'], ['Como posso alterar a morada de entrega?']],
  ['Dutch', ['Hoe lang duurt dat?'], ['Hoe kan ik mijn bezorgadres wijzigen?']],
  ['Polish', ['A w niedzielę?'], ['Jak zmienić adres dostawy zamówienia?']],
  ['Turkish', ['Bunu iade edebilir miyim?'], ['Teslimat adresimi nasıl değiştirebilirim?']],
  ['Swedish', ['Och på söndagar?'], ['Hur ändrar jag min leveransadress?']],
  ['Danish', ['Hvad med Norge?'], ['Hvordan ændrer jeg min leveringsadresse?']],
  ['Finnish', ['Onko se vedenpitävä?'], ['Miten vaihdan tilauksen toimitusosoitteen?']],
  ['Romanian', ['Dar duminica?'], ['Cum pot schimba adresa de livrare?']],
  ['Vietnamese', ['Còn chủ nhật thì sao?'], ['Làm thế nào để thay đổi địa chỉ giao hàng?']],
  ['Russian', ['А если я хочу отменить?'], ['Как изменить адрес доставки заказа?']],
  ['Ukrainian', ['А в неділю?'], ['Як змінити адресу доставки замовлення?']],
  ['Greek', ['Και την Κυριακή;'], ['Πώς αλλάζω τη διεύθυνση παράδοσης;']],
  ['Arabic', ['هل هذا مقاوم للماء؟'], ['كيف أغير عنوان التوصيل الخاص بي؟']],
  ['Hebrew', ['זה עמיד במים?'], ['איך משנים את כתובת המשלוח?']],
  ['Hindi', ['और रविवार को?'], ['मैं डिलीवरी का पता कैसे बदलूँ?']],
  ['Thai', ['แล้ววันอาทิตย์ล่ะ'], ['ฉันจะเปลี่ยนที่อยู่จัดส่งได้อย่างไร']],
  ['Chinese', ['它防水吗？', '那周日呢？'], ['如何修改我的收货地址？']],
  ['Japanese', ['それは防水ですか', '日曜日は？'], ['配送先の住所を変更するにはどうすればいいですか']],
  ['Korean', ['그건 얼마예요?'], ['배송 주소를 어떻게 변경하나요?']],
];

describe('A question of a conversation', () => {
  it.each(QUESTIONS)('is told apart by whether it stands alone: %s', (_language, dependent, selfContained) => {
    for (const question of dependent)
      expect(dependsOnConversation(question, afterAsking('Hello')), question).toBe(true);
    for (const question of selfContained) {
      expect(dependsOnConversation(question, afterAsking('Hello')), question).toBe(false);
    }
  });

  it('needs no conversation to be a greeting, thanks or a question about the chatbot', () => {
    for (const talk of ['Thanks!', 'Hello', 'Wer bist du?', 'Merci beaucoup']) {
      expect(dependsOnConversation(talk, afterAsking('When are you open?')), talk).toBe(false);
    }
  });

  it('is read in the language that was spoken before when it is too short to tell', () => {
    expect(dependsOnConversation('En vrijdag rond twaalf uur', afterAsking('Wanneer zijn jullie open?'))).toBe(true);
    expect(dependsOnConversation('En qué horario atiende el taller', afterAsking('¿Dónde está el taller?'))).toBe(
      false,
    );
  });

  it('depends when it answers or complains, since what it refers to was said before', () => {
    for (const text of ['yes please', 'nein', 'That is not what I asked', 'je ne comprends pas', 'what?'])
      expect(dependsOnConversation(text, afterAsking('When are you open?')), text).toBe(true);
  });

  it('depends when there is no word to search for', () => {
    for (const text of ['?', '…', 'yes', '12', ' '])
      expect(dependsOnConversation(text, afterAsking('Hello')), text).toBe(true);
  });
});
