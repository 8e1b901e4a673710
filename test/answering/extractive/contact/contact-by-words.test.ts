import { describe, expect, it } from 'vitest';
import { contactByWords } from '../../../../src/answering/extractive/contact/contact-by-words.ts';
import { CONTACT_FORMS } from '../../../../src/answering/extractive/facts/contact-forms.ts';

describe('A question for contact', () => {
  it.each([
    ['kann ich mit jemandem telefonieren', 'telephone'],
    ['könnt ihr mir eure nummer geben', 'telephone'],
    ['c est quoi votre numero', 'telephone'],
    ['a qué número llamo', 'telephone'],
    ['mi dai il numero', 'telephone'],
    ['qual o numero de vcs', 'telephone'],
    ['kan ik jullie telefonisch bereiken', 'telephone'],
    ['pod jaki numer dzwonić', 'telephone'],
    ['hangi numarayı arayayım', 'telephone'],
    ['по какому номеру звонить', 'telephone'],
    ['чи можна вам зателефонувати', 'telephone'],
    ['vilket nummer ska jag ringa', 'telephone'],
    ['dá se vám zavolat', 'telephone'],
    ['wohin kann ich schreiben', 'mail'],
    ['ou puis je vous ecrire', 'mail'],
    ['dove vi scrivo', 'mail'],
    ['gdzie mogę napisać', 'mail'],
    ['куда вам написать', 'mail'],
    ['in welcher straße seid ihr', 'place'],
    ['vous êtes situés où', 'place'],
    ['dónde queda la tienda', 'place'],
    ['dove vi trovo', 'place'],
    ['qual o endereço da loja', 'place'],
    ['где вас найти', 'place'],
    ['vilken gata ligger ni på', 'place'],
    ['kde vás najdu', 'place'],
  ] as const)('is told by the parts it consists of: %s', (question, concept) => {
    expect(contactByWords(question)).toBe(concept);
  });

  it.each([
    'where is the parking',
    'where is my order',
    'what is the order number',
    'which number of people is allowed',
    'wo kann ich mein rad abstellen',
    'wer seid ihr',
    'wie geht es ihnen',
    'wo ist er',
    'comment appeler un taxi',
    'quel est le numéro de commande',
    'adresse de livraison',
    'dónde está el baño',
    'a qué hora es el taller',
    'come mi chiamo',
    'onde fica o banheiro',
    'gdzie mogę zaparkować',
    'где мой заказ',
    'hvor er den',
    'kde je toaleta',
    'what street food do you have',
  ])('is no question for another thing or place: %s', (question) => {
    expect(contactByWords(question)).toBeNull();
  });

  it.each([
    ['telephone', 'Tel. (11) 3555-1234'],
    ['place', 'Kobližná 8, 602 00 Brno'],
    ['place', 'Storgatan 12, 111 22 Stockholm'],
    ['place', '86 Chùa Bộc, Đống Đa, Hà Nội'],
    ['place', '京都市伏見区深草一ノ坪町75'],
  ] as const)('finds a %s in the form of its country: %s', (concept, text) => {
    expect(CONTACT_FORMS[concept].test(text)).toBe(true);
  });
});
