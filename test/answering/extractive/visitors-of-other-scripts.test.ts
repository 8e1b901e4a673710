/** Questions in Thai, traditional Chinese, Bulgarian and Macedonian, which share words or characters with a language that was known before. */
import { describe, expect, it } from 'vitest';
import { smallTalkIn } from '../../../src/answering/extractive/dialogue/small-talk.ts';
import { headingAskedFor } from '../../../src/answering/extractive/dialogue/suggested-questions.ts';
import { CONTACT_FORMS } from '../../../src/answering/extractive/facts/contact-forms.ts';
import { followUpQuestions } from '../../../src/answering/extractive/follow-ups/follow-ups.ts';
import { conversationLanguage } from '../../../src/answering/extractive/languages/conversation-language.ts';
import { contentWords } from '../../../src/answering/extractive/question/question-terms.ts';
import { meansTheSame } from '../../../src/answering/extractive/thesaurus/synonyms.ts';
import { ask } from '../generators/ask-without-model.ts';
import { textAsker } from './asker.ts';

it('leaves particles out of a Thai question', () => {
  expect(contentWords('ยกเลิกได้ไหมคะ')).toEqual(contentWords('ยกเลิก'));
  expect(contentWords('อยากทราบราคาครับ')).toEqual(contentWords('ราคา'));
  // Silk.
  expect(contentWords('ผ้าไหมราคาเท่าไร')).toContain('ไห');
});

describe('Answers', () => {
  it.each([
    ['ร้านปิดกี่โมง', 'ร้านเปิดทุกวัน 9:30–19:00 น.', 'รับซ่อมโทรศัพท์มือถือทุกรุ่น'],
    ['週末幾點開門', '週一至週五 7:00–21:30，週六週日 9:00–18:00。', '館內有淋浴間和儲物櫃。'],
    ['運費多少錢', '宅配運費 120 元。', '咖啡豆為接單後烘焙。'],
    ['отворени ли сте в неделя', 'В неделя е затворено. Работим от понеделник до събота.', 'Сменяме вериги и гуми.'],
    ['колко струва доставката', 'Доставката струва 5,90 лв.', 'Сменяме вериги и гуми.'],
    [
      'колку чини испораката',
      'Достава чини 150 денари, а се плаќа во готово.',
      'Имаме базен и сауна со поглед на езерото.',
    ],
  ])('“%s”', (question, answer, other) => {
    const found = textAsker(`# Xyz\n\n${other}\n\n${answer}`)(question);
    expect(found).toContain(answer.slice(0, 10));
    expect(found).not.toContain(other.slice(0, 10));
  });
});

it('knows service words in traditional Chinese', () => {
  expect(meansTheSame('營業', '营业')).toBe(true);
  expect(meansTheSame('電話', 'telephone')).toBe(true);
});

it.each([
  'ул. „Раковски“ 12',
  'Кеј Маршал Тито 33',
  'רחוב הרצל 45',
  '99 ถนนนิมมานเหมินท์',
  '台南市中西區海安路二段 88 號',
])('takes “%s” for an address', (address) => {
  expect(CONTACT_FORMS.place.test(address)).toBe(true);
});

it.each([
  ['ขอเบอร์โทรหน่อยค่ะ', 'ร้านเปิดทุกวัน โทร 053-123-456', '053-123-456'],
  ['alamatnya dimana', 'Buka setiap hari. Jl. Braga No. 77, Bandung.', 'Braga No. 77'],
  ['къде се намирате', 'Ателие за бродерия. ул. Раковски 12, София.', 'Раковски 12'],
])('answers “%s” with the contact', async (question, text, contact) => {
  expect(await ask(question, { passages: [{ title: 'Xyz', url: null, headings: [], text }] })).toContain(contact);
});

it('takes letters of several languages for that of the content', () => {
  const asked = (question: string, text: string) =>
    conversationLanguage({
      question,
      memory: [],
      passages: [{ title: 'Xyz', url: null, headings: [], text, found: [] }],
    });
  expect(asked('preço?', 'Abrimos todos os dias. Pode pagar com cartão e há estacionamento.')).toBe('pt');
  expect(asked('åbningstider', 'Vi har åbent hver dag. Du kan betale med kort, og der er parkering.')).toBe('da');
  expect(asked('öppettider', 'Vi har öppet varje dag. Du kan betala med kort och det finns parkering.')).toBe('sv');
});

describe('A visitor who writes traditional Chinese', () => {
  const text = '入住時間為下午三點以後，退房時間為上午十一點以前。民宿旁邊有免費停車場。';
  const passages = [{ title: '山海民宿', url: null, headings: [], text }];
  const answered = (question: string, more = {}) => ask(question, { passages, ...more });

  it('is answered in traditional characters', async () => {
    expect(await answered('有游泳池嗎？')).toMatch(/^我在現有內容中找不到相關答案。/);
    expect(await answered('你好')).toBe('您好！請問想了解什麼？');
    expect(await answered('謝謝')).toBe('不客氣！還有什麼可以幫您的嗎？');
  });

  it('keeps them on a content in simplified ones, and the other way round', async () => {
    const simplified = [{ title: 'Xyz', url: null, headings: [], text: '我们每天营业，可以用现金付款。' }];
    expect(await ask('有游泳池嗎？', { passages: simplified })).toMatch(/^我在現有內容/);
    expect(await answered('有游泳池吗？')).toMatch(/^我在现有内容/);
  });

  it('is understood who picks a suggestion in traditional characters', () => {
    const conversation = { question: '你好，請問', memory: [], passages: [] };
    const suggested = followUpQuestions(conversation, '');
    expect(suggested).toEqual(['您可以幫我做什麼？', '您了解哪些主題？', '我應該從哪裡開始？']);
    for (const question of suggested) expect([question, smallTalkIn(question)?.kind]).toEqual([question, 'overview']);
    expect(headingAskedFor('可以介紹一下「房價」嗎？')).toBe('房價');
  });
});
