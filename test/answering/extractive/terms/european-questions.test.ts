/** Visitors in German, Dutch, French, Spanish and Italian, who name things otherwise than the content does. */
import { describe, expect, it } from 'vitest';
import { asksForPrice } from '../../../../src/answering/extractive/facts/prices.ts';
import { unknownWords } from '../../../../src/answering/extractive/missing-content/unknown-words.ts';
import { readPassages } from '../../../../src/answering/extractive/passages/read-passages.ts';
import { splitPriceCompounds } from '../../../../src/answering/extractive/question/price-compounds.ts';
import { subjectOf } from '../../../../src/answering/extractive/question/question-subject.ts';
import { joinSeparableVerb } from '../../../../src/answering/extractive/question/separable-verbs.ts';
import { correctServiceSpelling } from '../../../../src/answering/extractive/question/service-spelling.ts';
import { meansTheSame } from '../../../../src/answering/extractive/thesaurus/synonyms.ts';
import { textAsker } from '../asker.ts';

describe('A verb whose prefix stands at the end of a question', () => {
  it('is read as the content writes it', () => {
    const read = [
      ['Bildet ihr aus?', 'ausbilden ihr?'],
      ['Wie melde ich mich an', 'Wie anmelden ich mich'],
      ['Holt ihr den Müll ab?', 'abholen ihr den Müll?'],
      ['hoe meld ik me aan', 'hoe aanmelden ik me'],
      ['haal je me op?', 'ophalen je me?'],
      ['Zeg ik de les af?', 'afzeggen ik de les?'],
    ] as const;
    for (const [asked, as] of read) expect(joinSeparableVerb(asked)).toBe(as);
  });

  it('is none of an auxiliary, a preposition or another language', () => {
    for (const asked of ['Habt ihr auf?', 'Kann ich meinen Hund mit?', 'What are you up to?', 'Wie lange sind Sie da'])
      expect(joinSeparableVerb(asked)).toBe(asked);
    for (const asked of [
      'When should we check in?',
      'Which room do we stay in?',
      'What happens the day we hand it over?',
    ])
      expect(joinSeparableVerb(asked)).toBe(asked);
    for (const asked of ['Ile kosztuje je na', 'Où est-ce que je vais om'])
      expect(joinSeparableVerb(asked)).toBe(asked);
  });
});

describe('A question about a price', () => {
  const painter = textAsker(
    [
      '# Malerbetrieb Hägele',
      'Seit 1987 sind wir Ihr Meisterbetrieb in Stuttgart. Inhaber ist Malermeister Jürgen Hägele.',
      '## Preise',
      'Besichtigung und Kostenvoranschlag sind kostenlos.',
      '| Leistung | Preis |\n| --- | --- |\n| Vliestapete | 19 € je m² |\n| Schimmelbeseitigung | ab 190 € je Raum |',
      'Arbeiten nach Aufwand rechnen wir mit 58 € je Stunde ab.',
      '## Was passiert, wenn ich absagen muss?',
      'Bis 48 Stunden vorher ist eine Absage kostenfrei. Danach berechnen wir 80 €.',
    ].join('\n\n'),
  );

  it('names it in one word with what costs', () => {
    expect(painter('Wie hoch ist euer Stundensatz')).toContain('58 € je Stunde');
    expect(painter('stornogebühr')).toContain('80 €');
  });

  it('names none in a word that only ends as such compounds do', () => {
    const text = 'Ein Bauteil, auf dem Daten der Aufnahme stehen.';
    const read = readPassages([{ title: 'Geräte', headings: [], text }]);
    const asked = 'Wie lösche ich den Datensatz vor dem Einsatz, und passt der Aufsatz zum Bausatz?';
    expect(splitPriceCompounds(asked, read)).toBe(asked);
    expect(asksForPrice(asked)).toBe(false);
    expect(asksForPrice('Wie hoch sind eure Tagessätze?')).toBe(true);
  });

  it('gets the table without another price above it', () => {
    const answer = painter('Was kostet Schimmel entfernen?');
    expect(answer).toContain('190 €');
    expect(answer).not.toContain('Kostenvoranschlag');
  });

  it('in Dutch gets the row without a note about other costs', () => {
    const school = textAsker(
      [
        '# Tarieven',
        '| Onderdeel | Prijs |\n| --- | --- |\n| Proefles | € 35 |\n| Theoriecursus | € 89 |',
        'Een pakket betaal je in drie termijnen zonder extra kosten.',
      ].join('\n\n'),
    );
    expect(school('wat kost een proefles')).toContain('€ 35');
    expect(school('wat kost een proefles')).not.toContain('termijnen');
  });

  it('in French may be no more than “c’est combien”', () => {
    const town = textAsker(
      [
        '# Vos papiers',
        'Les demandes de passeport se font uniquement sur rendez-vous. Le délai est de six semaines.',
        '| Passeport | Timbre fiscal |\n| --- | --- |\n| Adulte | 86 € |\n| Mineur | 42 € |',
      ].join('\n\n'),
    );
    expect(town('c’est combien un passeport')).toContain('86 €');
  });

  it('is not answered for the weather in the town', () => {
    expect(painter('wie ist das wetter morgen in Stuttgart')).toBeNull();
    expect(painter('Wer ist der Chef?')).toContain('Jürgen Hägele');
  });
});

describe('A question at a town hall, a school or a surgery', () => {
  it('may call things otherwise than the office does', () => {
    const town = textAsker(
      [
        '# Vie pratique',
        '## Collecte des déchets',
        'Les ordures ménagères sont ramassées le mardi.',
        '## Restaurant scolaire',
        'Le repas est facturé 3,40 €.',
        '## Accueil périscolaire',
        'Ouvert de 7h30 à 8h30. Chaque accueil coûte 1,80 €.',
        '## Mariage',
        'Chacun des époux fournit un acte de naissance.',
        '## Médiathèque',
        'L’abonnement est gratuit pour tous.',
      ].join('\n\n'),
    );
    expect(town('c’est quel jour les poubelles')).toContain('mardi');
    expect(town('combien coûte la cantine')).toContain('3,40 €');
    expect(town('la garderie c’est combien')).toContain('1,80 €');
    expect(town('il faut quoi pour se marier')).toContain('acte de naissance');
    expect(town('La bibliothèque est-elle gratuite ?')).toContain('gratuit');
  });

  it('gets no caveat for an infinitive behind a preposition', () => {
    const passages = [
      { title: 'Papiers', headings: [], text: 'Le délai pour un passeport est de six semaines.', url: null },
    ];
    expect(unknownWords('combien de temps pour avoir un passeport', passages)).toEqual([]);
    expect(unknownWords('tienes algo para comprar', passages)).toEqual([]);
    expect(unknownWords('un rendez-vous pour permis', passages)).toEqual(['permis']);
  });
});

describe('A question what one can pay with', () => {
  it('is about it', () => {
    const asked = [
      'puedo pagar con bizum',
      'Kann ich mit Klarna bezahlen?',
      'kan ik met iDEAL betalen',
      'Can I pay with a card?',
    ];
    expect(asked.map(subjectOf)).toEqual(['bizum', 'klarna', 'ideal', 'card']);
    const gym = textAsker(
      [
        '# Tarifas',
        '| Abono | Precio |\n| --- | --- |\n| Mensual | 39,90 € |\n| Anual, pago único | 399 € |',
        'La mensualidad se carga el día 1. En recepción aceptamos tarjeta, efectivo y Bizum.',
      ].join('\n\n'),
    );
    expect(gym('puedo pagar con bizum')).toContain('Bizum');
  });
});

describe('A misspelt word of the thesaurus', () => {
  it('is read as spelt there, where the content writes neither', () => {
    const office = textAsker(
      '# Büro\n\nUnser Büro ist Montag bis Donnerstag von 7:00 bis 16:30 Uhr besetzt.\n\nWir malen seit 1987.',
    );
    for (const asked of ['öffungszeiten', 'Wie sind die Öffnugszeiten?']) expect(office(asked)).toContain('16:30');
  });
});

describe('A word near one of the thesaurus', () => {
  it('is no end of a validity when it names the steps of something: Ablauf', () => {
    expect(meansTheSame('valid', 'ablauf')).toBe(false);
    expect(meansTheSame('valid', 'ablaufdatum')).toBe(true);
  });

  it('is not taken for a misspelling when it is a word of its own', () => {
    const asked = 'conventional conventions operational restaurati restaurato convinzione contracting';
    expect(correctServiceSpelling(asked, [])).toBe(asked);
  });

  it('is corrected wherever the error is', () => {
    for (const wrong of ['offnungzeiten', 'ofnungszeiten', 'offnungszieten', 'offnungdzeiten', 'offnunsgzeiten'])
      expect(correctServiceSpelling(wrong, [])).toBe('offnungszeiten');
  });
});

describe('A question in Japanese, Korean, Polish or Turkish', () => {
  it('is answered where the content says it in another word', () => {
    const salon = textAsker(
      '# ヘアサロン\n\nJR三鷹駅より徒歩5分。\n\n## 予約を変更・キャンセルしたい\n\n前日までにご連絡ください。当日は料金の50%を申し受けます。\n\n## 割引\n\n学生の方は10%オフ。',
    );
    expect(salon('予約の取り消しはどうすればいい')).toContain('前日');
    expect(salon('最寄り駅はどこ')).toContain('三鷹駅');
    const school = textAsker(
      '# 음악학원\n\n하루 전까지 연락 주세요.\n\n## 수강 안내\n\n피아노 월 수강료 180,000원\n\n## 강사진\n\n피아노 김수현, 기타 정우진',
    );
    expect(school('선생님은 누구예요')).toContain('김수현');
    const course = textAsker('# Sürücü Kursu\n\nKurs yaklaşık altı hafta sürer.\n\nB sınıfı ücreti 14.500 TL.');
    expect(course('kurs ne kadar sürüyor')).toContain('altı hafta');
    const vet = textAsker('# Cennik\n\n| Usługa | Cena |\n| --- | --- |\n| Konsultacja | 60 zł |\n| USG | 120 zł |');
    expect(vet('czy robicie USG')).toContain('USG');
  });
});
