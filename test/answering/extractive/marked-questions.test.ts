import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';
import {
  byMarkedQuestions,
  questionOf,
  withoutAnswerMark,
} from '../../../src/answering/extractive/passages/marked-questions.ts';
import { sectionsOf } from '../../../src/answering/extractive/passages/sections.ts';
import { expectLinear } from '../../support/growth.ts';

describe('Questions that a text marks or numbers', () => {
  const sections = (text: string) =>
    sectionsOf(text, []).map(({ heading, blocks }) => [
      heading,
      ...blocks.flatMap(({ units }) => units.map((unit) => unit.text)),
    ]);

  it.each([
    ['Q: Do you ship?\nA: Yes.\nQ: How much is it?\nA: It is £5. We take cash.', 'How much is it?', 'It is £5.'],
    [
      'Вопрос: Вы доставляете?\nОтвет: Да.\nВопрос: Сколько стоит?\nОтвет: 300 рублей.',
      'Сколько стоит?',
      '300 рублей.',
    ],
    ['Q: 予約は必要ですか?\nA: はい。\nQ: 料金はいくらですか?\nA: 500円です。', '料金はいくらですか?', '500円です。'],
    ['P: ¿Hacen envíos?\nR: Sí.\nP: ¿Cuánto cuestan?\nR: 5 €.', '¿Cuánto cuestan?', '5 €.'],
    ['S1-) İade var mı? C1-) Evet.\nS2-) Ne kadar sürer? C2-) 15 gün sürer.', 'Ne kadar sürer?', '15 gün sürer.'],
    ['- Q. 선물 포장 되나요? A. 네.\n- Q. 얼마나 걸리나요? A. 이틀 걸립니다.', '얼마나 걸리나요?', '이틀 걸립니다.'],
    ['Fråga:\nHar ni öppet?\n\nSvar:\nJa.\n\nFråga:\nVad kostar det?\n\nSvar:\n60 kr.', 'Vad kostar det?', '60 kr.'],
    ['1. ¿Hacen envíos?\nSí.\n2. ¿Cuánto cuestan?\n5 €.', '¿Cuánto cuestan?', '5 €.'],
    ['1.- ¿Hacen envíos?\nSí.\n\n2.- ¿Cuánto cuestan?\n5 €.', '¿Cuánto cuestan?', '5 €.'],
    ['- Vocês entregam?\nSim.\n- Quanto custa?\nR$ 5.', 'Quanto custa?', 'R$ 5.'],
  ])('head the answer below them: %j', (text, question, answer) => {
    expect(sections(text).map(([heading]) => heading)).toHaveLength(2);
    expect(sections(text)[1]?.slice(0, 2)).toEqual([question, answer]);
  });

  it('that ask who need no name in their answer', () => {
    const other = '## PAGOS Y REEMBOLSOS\n\n5. ¿Qué métodos de pago aceptan?\n\nAceptamos tarjetas bancarias y PayPal.';
    const answer = 'Los gastos de envío de la devolución corren a cargo del cliente, salvo error por nuestra parte.';
    const asked = `## DEVOLUCIONES Y SOPORTE\n\n8. ¿Quién paga los gastos de envío de la devolución?\n\n${answer}`;
    const passages = [other, asked].map((text) => ({ title: 'FAQ', url: null, headings: [], text }));
    const quoted = extractAnswer('quien paga la devolucion', passages, { statistics: null });
    expect(quoted?.map(({ markdown }) => markdown)).toEqual([answer]);
  });

  it('stay a list where they follow each other', () => {
    expect(sections('- Do you ship?\n- How much is it?')).toEqual([['', 'Do you ship?', 'How much is it?']]);
  });

  it('are told from initials and labels', () => {
    expect(withoutAnswerMark('J. Smith owns it.', { isBelowQuestion: true })).toBe('J. Smith owns it.');
    expect(withoutAnswerMark('Mo: 9–17', { isBelowQuestion: true })).toBe('Mo: 9–17');
    expect(withoutAnswerMark('C: 9–17', { isBelowQuestion: false })).toBe('C: 9–17');
    expect(questionOf('Parking: where may I park?')).toBe('Parking: where may I park?');
  });

  it.each(['a', '1', ' ', 'A: ', '1.-', '答'])('take time in proportion to a line of %j', (letters) => {
    expectLinear(64_000, (count) => {
      const line = letters.repeat(count);
      questionOf(line);
      withoutAnswerMark(line, { isBelowQuestion: true });
      byMarkedQuestions([line, line]);
    });
  });
});
