/** Questions in languages whose words change or are not spaced, as visitors of small sites ask. */
import { describe, expect, it } from 'vitest';
import { contactAnswer } from '../../../../src/answering/extractive/contact/contact-answer.ts';
import type { ExtractPassage } from '../../../../src/answering/extractive/passages/outline.ts';
import { contentWords } from '../../../../src/answering/extractive/question/question-terms.ts';
import { asker } from '../asker.ts';

const contact = (question: string, text: string) => {
  const passages: readonly ExtractPassage[] = [{ title: '', headings: [], text }];
  return contactAnswer(question, contentWords(question), passages, 'en')?.markdown ?? null;
};

describe('A visitor asks in Japanese', () => {
  const ask = asker(`<h1>ご利用案内</h1><p>当店のオンラインショップをご利用いただきありがとうございます。</p>
    <h2>お届け</h2><p>ご注文から2〜4営業日以内に発送します。土日祝日は発送をお休みします。</p>
    <h2>本店</h2><p>10:00〜18:30（水曜定休）。駐車場はございません。</p>
    <h2>よくあるご質問</h2><h3>Q. 見本はありますか？</h3><p>A. はい、初めての方に見本をお付けしています。</p>`);

  it('and is answered by what it is about, not by the same polite ending', () => {
    expect(ask('駐車場はありますか')).toContain('駐車場はございません');
    expect(ask('どのくらいで届きますか？')).toContain('2〜4営業日以内');
    expect(ask('土曜日に発送されますか')).toContain('土日祝日');
  });

  it('and is refused what the page does not tell', () => {
    expect(ask('猫の餌はありますか')).toBeNull();
    expect(ask('車を修理してもらえますか')).toBeNull();
  });

  it('and reads sentences without spaces between them, and an answer without its mark', () => {
    expect(ask('見本はありますか')).toBe('はい、初めての方に見本をお付けしています。');
    expect(ask('本店の定休日は？')).toBe('10:00〜18:30（水曜定休）。駐車場はございません。');
  });
});

describe('A visitor asks in Polish', () => {
  const ask = asker(`<h1>Regulamin</h1><p>Zapraszamy do naszego pensjonatu nad jeziorem przez cały rok.</p>
    <h2>Zwierzęta</h2><p>Psy do 15 kg są mile widziane. Kotów nie przyjmujemy.</p>
    <h2>Ceny dla dzieci</h2><table><tr><th>Wiek</th><th>Dopłata</th></tr><tr><td>4–11 lat</td><td>60 zł</td></tr><tr><td>12–17 lat</td><td>95 zł</td></tr></table>
    <h2>Restauracja</h2><p>Śniadania podajemy codziennie w godzinach 7:00–10:30.</p><p>Obiady podajemy od 13:00. Kuchnia przyjmuje zamówienia do 21:30.</p>
    <h2>Pytania</h2><h3>Czy jest winda?</h3><p>Tak, winda jest przy recepcji.</p>`);

  it('and gets what holds the word in another case, not another question that begins alike', () => {
    expect(ask('Czy mogę przyjechać z psem?')).toContain('Psy do 15 kg');
    expect(ask('Czy przyjmujecie koty?')).toContain('Kotów nie przyjmujemy');
    expect(ask('Czy jest basen?')).toBeNull();
  });

  it('for an age in one word', () => {
    expect(ask('Jaka jest dopłata za 14-latka?')).toContain('95 zł');
  });

  it('until when, and gets the time of what is asked for', () => {
    expect(ask('o której zamykacie kuchnię?')).toContain('do 21:30');
  });
});

describe('A visitor asks in Russian', () => {
  it('with a word in two parts, and gets the row and the column', () => {
    const ask = asker(`<h1>Цены</h1><p>Цены на приём врачей нашей клиники, в рублях, с сентября этого года.</p>
      <table><tr><th>Специалист</th><th>Приём</th><th>Онлайн</th></tr><tr><td>Терапевт</td><td>1 800 ₽</td><td>1 200 ₽</td></tr><tr><td>Педиатр</td><td>1 900 ₽</td><td>1 300 ₽</td></tr></table>`);
    expect(ask('Можно ли получить онлайн-консультацию педиатра?')).toContain('Онлайн: 1 300 ₽');
  });

  it('where the house is, and by whose telephone it is reached', () => {
    expect(contact('где вы находитесь', 'г. Пермь, ул. Ленина, д. 84')).toBe('г. Пермь, ул. Ленина, д. 84');
    const text = 'Аптека: +7 342 300-45-99  \nРегистратура: +7 342 300-45-67';
    expect(contact('телефон регистратуры', text)).toBe('Регистратура: +7 342 300-45-67');
    expect(contact('телефон регистратуры', 'Телефон: +7 342 300-45-67')).toBe('Телефон: +7 342 300-45-67');
  });

  it('who somebody is, and gets the name above the text', () => {
    const ask = asker(`<h1>Врачи</h1><p>В нашей клинике принимают опытные специалисты.</p>
      <h2>Орлов Дмитрий</h2><p>Главный врач, терапевт, кабинет 101.</p><h2>Ким Вера</h2><p>Окулист, кабинет 102.</p>`);
    expect(ask('Кто главный врач?')).toBe('**Орлов Дмитрий**  \nГлавный врач, терапевт, кабинет 101.');
  });
});
