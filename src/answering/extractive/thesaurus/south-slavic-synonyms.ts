/** Bulgarian and Macedonian words of the thesaurus, by a word of their concept in `synonyms.ts`. Word beginnings as there, folded. */

const BULGARIAN: Readonly<Record<string, string>> = {
  opening: 'отворен отваря затворен затваря работи$ работите$ работим$ почивн почивате$',
  payment: 'плащ платя$ платим$ карта$ наложен',
  shipment: 'достав пратка$ пратки$ изпращ изпрат поръчката$ пристига$',
  returned: 'връщ върна$ върнем$ върне$ замяна$ рекламаци',
  reimburse: 'пари$ парите$ възстанов',
  prices: 'струва$ такса$ такси$ ценоразпис',
  gratuit: 'безплат',
  cancel: 'отказ отмен отмян анулир анулац',
  hiring: 'обяв назначав',
  discount: 'отстъпк намален промоци',
  broken: 'счупен повред дефект',
  expiry: 'валид',
  children: 'деца$ децата$ дете$ бебе',
  parking: 'парк',
  pets: 'куче$ кучета$ котка$ котки$ любимц',
  meals: 'закуск обяд$ вечеря$ храна$',
  checkin: 'настан пристиг',
  checkout: 'освобожд напуск',
  telephone: 'телефон обадя$',
  location: 'адрес намират намираш',
};

/** In the Latin letters that its words are analysed in. */
const MACEDONIAN: Readonly<Record<string, string>> = {
  opening: 'otvor zatvor rabotite$ rabotime$',
  payment: 'plak platam$ kartick gotovin',
  shipment: 'isporak dostav pratk',
  returned: 'vrakan vratam$ zamen',
  prices: 'cini$ kosta$ cenovnik',
  gratuit: 'besplat',
  cancel: 'otkaz',
  discount: 'popust',
  children: 'deca$ dete$ bebe',
  pets: 'kuce$ kucina$ macka$ milenic',
  meals: 'pojadok vecera$ rucek',
  checkin: 'prijavuv pristignuv vleg',
  checkout: 'odjavuv izlez zaminuv',
  telephone: 'telefon',
  location: 'naod naog adres',
};

export const SOUTH_SLAVIC = [BULGARIAN, MACEDONIAN];
