import { describe, expect, it } from 'vitest';
import { extractAnswer } from '../../../src/answering/extractive/extract-answer.ts';

describe('The price for a child of an age', () => {
  it.each([
    ['combien pour un enfant de 8 ans', "Tarifs|Enfants jusqu'à 5 ans : gratuit|Enfants de 6 à 14 ans : 6 €", '6 €'],
    ['prijs kind 4 jaar', 'Prijzen|Kinderen tot en met 5 jaar: gratis|Kinderen van 6 t/m 14 jaar: € 6', 'gratis'],
    ['ціна дитина 4 роки', 'Ціни|Діти до 5 років: безкоштовно|Діти від 6 до 14 років: 60 грн', 'безкоштовно'],
    ['cena dítě 4 roky', 'Ceník|Děti do 5 let: zdarma|Děti od 6 do 14 let: 60 Kč', 'zdarma'],
    ['pris barn 4 år', 'Priser|Barn upp till 5 år: gratis|Barn 6–14 år: 60 kr', 'gratis'],
    ['8歳の子供はいくらですか', '料金|5歳以下のお子様: 無料|6歳から14歳: 600円', '600円'],
    ['8岁的孩子多少钱', '票价|5岁以下儿童: 免费|6至14岁儿童: 60元', '60元'],
    ['8살 아이는 얼마예요', '요금|5세 이하 어린이: 무료|6세~14세 어린이: 6,000원', '6,000원'],
    ['كم سعر طفل عمره 8 سنوات', 'الأسعار|الأطفال حتى 5 سنوات: مجانًا|الأطفال من 6 إلى 14 سنة: 60 ريال', '60 ريال'],
    ['4 साल का बच्चा', 'टिकट|5 साल तक के बच्चे: मुफ़्त|6 से 14 साल के बच्चे: 60 रुपये', 'मुफ़्त'],
    [
      'berapa harga untuk anak 8 tahun',
      'Harga|Anak sampai 5 tahun: gratis|Anak 6 sampai 14 tahun: Rp60.000',
      'Rp60.000',
    ],
  ])('is that of the range that holds it: %s', (question, lines, price) => {
    const [heading = '', ...items] = lines.split('|');
    const text = items.map((item) => `- ${item}`).join('\n');
    const answer = extractAnswer(question, [{ title: heading, url: null, headings: [heading], text }], {
      statistics: null,
    });
    const shown = items.filter((item) => answer?.some(({ markdown }) => markdown.includes(item)));
    expect(shown).toEqual([items.find((item) => item.endsWith(price))]);
  });

  it('is not that of another age whose line names children', () => {
    const text =
      '- Biglietto intero (sopra i 14 anni): 8 euro\n- Ridotto (ragazzi dai 6 ai 14 anni): 6 euro\n- Gratuito (bambini fino ai 5 anni): 0 euro';
    const question = 'quanto costa il biglietto per un bambino di 8 anni';
    const answer = extractAnswer(question, [{ title: 'Prezzi', url: null, headings: ['Prezzi'], text }], {
      statistics: null,
    });
    expect(answer?.map(({ markdown }) => markdown).join('\n')).toContain('6 euro');
  });
});
