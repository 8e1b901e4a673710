import { describe, expect, it } from 'vitest';
import { isSlavicVerb } from '../../../../src/answering/extractive/terms/slavic-verbs.ts';
import { asker } from '../asker.ts';

describe('A Russian or Polish visitor asks for something to be done', () => {
  const russian = asker(`<h1>Отель «Кама»</h1><p>Уютный отель в центре Перми, завтрак включён.</p>
    <h2>Парковка</h2><p>Оставить машину можно на охраняемой стоянке за отелем, 300 ₽ в сутки.</p>
    <h2>Документы</h2><p>Для заселения нужен паспорт.</p><h2>Режим работы</h2><p>Ресепшен работает круглосуточно. Ресторан открыт с 7:30 до 23:00.</p>`);
  const polish = asker(
    `<h1>Parking</h1><p>Samochód można zostawić na strzeżonym parkingu za domem, 25 zł za dobę.</p>`,
  );

  it('and is refused when the page holds only the thing that it would be done to', () => {
    for (const question of ['можете починить машину?', 'можно потерять паспорт?'])
      expect([question, russian(question)]).toEqual([question, null]);
    for (const question of ['gdzie mogę umyć samochód', 'naprawić samochód'])
      expect([question, polish(question)]).toEqual([question, null]);
  });

  it('and is answered when it holds both, in other forms or words', () => {
    expect(russian('где оставить машину?')).toContain('стоянке');
    expect(russian('можно припарковать машину?')).toContain('стоянке');
    expect(polish('czy mogę zaparkować samochód')).toContain('parkingu');
  });

  it.each([
    ['починить', 'починить машину', true],
    ['моете', 'вы моете машины?', true],
    ['стоимость', 'какая стоимость', false],
    ['naprawiacie', 'czy naprawiacie rowery', true],
    ['pomoc', 'czy jest pomoc', false],
    ['public', 'is it public and for whom', false],
  ])('by a verb of these languages: %s in “%s”, %s', (word, question, is) => {
    expect(isSlavicVerb(word, question)).toBe(is);
  });

  it('for a job, and does not get opening hours', () => {
    expect(russian('есть ли у вас работа?')).toBeNull();
    expect(russian('режим работы ресторана')).toContain('23:00');
    const jobs = asker(
      `<h1>Вакансии</h1><p>Мы приглашаем на работу администратора в отель в центре Перми.</p><h2>Режим работы</h2><p>Ресепшен работает круглосуточно.</p>`,
    );
    expect(jobs('есть ли у вас работа?')).toContain('приглашаем на работу');
  });
});
