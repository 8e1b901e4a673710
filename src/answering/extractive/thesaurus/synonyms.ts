/** Thesaurus of service words, as word beginnings without diacritics: a visitor asks for a "phone number" where the page says "call us". */
import { lazily } from '../../../lib/lazily.ts';
import { memoized } from '../../../text/analysis/memoize.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { inTraditionalChinese } from '../../../text/traditional-chinese.ts';
import { answeringWords } from './answering-words.ts';
import { PUBLIC_LIFE } from './european-synonyms.ts';
import { readOtherWords } from './synonyms-by-language.ts';

/** `$` ends a whole word; `-` begins the end of a compound: `-preise` in `Eintrittspreise`. */
const CONTACT_CONCEPTS = {
  telephone:
    'phone telephone tel$ call$ calling hotline telefon anruf anrufen rufnummer handynummer telefoon appeler llamar telefonar chiamar zadzwon dzwonic$ ligo$ bellen$ arayabil ringa телефон позвон телефону 电话 電話',
  mail: 'email emails mejl mail$ mails$ mailadres mailen$ maila$ mailow mailini courriel correo posta$ eposta почт',
  place:
    'where$ donde$ onde$ dove$ waar$ gdzie$ nerede$ address adress anschrift anfahrt standort location located direccion ubicacion indirizzo endereco morada adres$ konum adresu$ adresi$ znajdujecie dojazd dojech адрес находит расположен 住所 所在 場所',
  contact:
    'contact contacting reach$ reachable kontakt erreich contacter joindre contacto contactar contatt contato bereik$ bereikbaar$ iletisim ulas связ контакт skontakt επικοινων hubungi menghubungi 連絡 問合',
} as const;
export type ContactConcept = keyof typeof CONTACT_CONCEPTS;

const CONCEPTS: readonly string[] = [
  // opening hours
  'open$ opens$ opening opened$ hours$ closed$ closing close$ closes$ geoffnet offnungszeit offnet$ offen$ geschlossen schliess uhrzeit ouvert ouverture ouvre$ ouvrez$ ouvrent$ fermez$ ferment$ ferme fermeture horaire abierto abre$ abren$ cerrado cierra cerramos horario apert apre$ chius orari$ orario fecha$ fechado aberto abrem openingstijd geopend gesloten otwart otwarc czynn nieczynn zamkni godziny oppettid oppet stangt acik acil$ acilir aciliyor acilis kapaniyor kapanir kapanis kapali calisma часы$ открыт закрыт работает график режим dicht$ abrir abris cerrar horaires acik aciksiniz 营业 开门 关门 打烊 几点 otwier zamykac$ zamykacie zamykan открыва закрыва закрыт скольки$ 営業 定休 開店 閉店 何時',
  // payment
  'pay$ pays$ paying paid$ payment afford$ bezahl zahlung zahlen$ zahle$ zahlt$ zahlungs payer paie paiement regler reglement pagar pagan$ pago pagos pagamento pagamenti pagare paga$ paghe betal platn placi zaplac odeme odeye odeni odenir oduyor odey ode$ оплат плат payer pagar pagas ratenzahlung anzahl paypal taksit 付款 支付 付钱 结账 placic platnosc 支払 払い 払え 決済',
  // instalments
  'instalment installment finance$ financing interest$ ratenzahl raten$ ratenkauf finanzier mensualit echeances$ plazos$ cuotas$ rateale rateizz taksit рассроч 分期',
  // delivery
  'deliver shipping ship$ ships$ shipped$ shipment postage liefer versand versend verschick zustell livraison livrer livrez livrons livrent expedition envio envios enviar envian entrega entregas spediz consegn verzend bezorg lever$ leverans leverera frakt dostaw wysyl kargo teslimat gonderim достав отправ delivery arrive arrives ankommt siparis siparisim gelir$ ulas yolla 配送 发货 快递 运费 寄到 到货 包邮 送货 送料 配送 発送 配達 届き 届く 届け 届い',
  // returns
  'return$ returns$ returned$ returning refund refunds refunded refunding zuruckgeb zuruckschick zuruckzugeb zurucksend ruckgabe rucksend rucknahme widerruf umtausch umtausche retoure retour retourn rembours devol devolv reembols reso$ resi$ restitu rimbors zwrot zwroc iade aterbetal возвр 退货 退换 退回 reklamac 返品 交換 返送 обмен$ обменя вернуть$',
  // refunds
  'refund money$ reimburse erstatt geld$ ruckzahl rembours argent reembols dinero dinheiro rimbors soldi$ geld$ terugbetal pieniadze para$ деньги paranız param$ 退款 退钱 pieniedz 返金 деньг',
  // price
  'gastos$ frais$ spese$ price$ prices$ pricing cost$ costs$ fee$ fees$ charge$ charges$ rate$ rates$ expensive cheap preis kosten$ kostet$ gebuhr teuer$ tarif prix cout$ couts$ coute$ coutent$ precio coste$ costo cuesta cuestan preco custo$ custos$ custa$ custam$ prezz costa$ costano$ prijs prijzen cena$ ceny$ kosztu pris$ priser$ kostar fiyat ucret цена$ цены$ цену$ цене$ ценой$ цен$ ценам$ ценами$ ценах$ ценник стоит стоимост worth$ valen$ vale$ vaut para$ lira$ kaca$ kac$ -preis -preise -kosten -gebuhr -gebuhren -tarif -tarife -prijs -prijzen -priser 多少钱 价格 价钱 什么价 收费 oplat doplat cennik koszt$ koszty$ расценк тариф 料金 値段 価格 費用',
  // free of charge
  'free$ gratis gratuit kostenlos kostenfrei libre$ darmowy bezplatn ucretsiz бесплат 免费 darmow 無料',
  // cancelling
  'cancel storn stornier kundigung kundigen annul annuler annulation resilier resiliation cancelar cancela disdetta disdi afzeg afmeld desmarc annuller opzegg anulow avboka avbestall iptal отмен cancellation annulieren anular anula 取消 odwol rezygn 解約 取消',
  // jobs
  'job$ jobs$ vacanc hiring hire career work$ karriere stellen$ stellenangebot bewerb arbeiten$ emploi recrut empleo trabaj lavor vacature praca prace$ kariera is$ ilan$ ilani ilanlar eleman$ ваканс работа$ работу$ подработ apprentice ausbildung ausbild praktik trainee trainees cv$ 招聘 招人',
  // vouchers
  'voucher gift giftcard gutschein geschenkkarte geschenkgutschein cadeau cheque-cadeau vale$ regalo buono$ buoni$ cadeaubon presentkort hediye подароч сертификат bon$ bony$ kupon',
  // discounts
  'discount save$ saves$ sparen$ spart$ spare$ rabatt ermassig nachlass reduction remise descuento desconto sconto korting znizk indirim скидк 折扣 优惠 打折 九折 rabat promoc акци$ акции$ 割引 値引',
  // broken or damaged
  'broken damaged damage defect defective faulty kaputt defekt beschadigt schaden$ casse endommage defectueux roto danado defectuoso rotto danneggiato difettoso avariado beschadig zepsut uszkod trasig skadad bozuk hasarli сломан поврежд брак$ chipped cracked kirik 坏了 破损 破了 碎了 zepsu uszkodz popsu дефект 破損 不良 故障 割れ 壊れ 欠け',
  // validity
  'valid validity expire expires expired expiry gultig ablaufd ablaufen ablauft verfall verfallt valable validite caduc valido valida validez scade scadenza geldig wazn giltig gecerli действ 期限 有効',
  // warranty
  'warrant guarantee garantie garantia garanzia gwarancj garanti гаранти 保修 质保 保証',
  // invoices
  'invoice receipt bill$ bills$ billing rechnung rechnungen quittung beleg facture factura recibo fattura ricevuta fatura factuur faktur fakturor paragon fis$ счет чек$ 发票 开票 領収 請求 квитанц',
  // using
  'use$ uses$ using redeem einlos verwend benutz nutzen$ nutze$ utiliser utilise usar canjear resgatar riscatt usare gebruik inwissel uzyc wykorzyst kullan anvand losa использ',
  // starting
  'start$ starts$ run$ running launch begin starten$ startet$ lancer demarrer iniciar arrancar avviare запуст',
  // installing
  'install installation setup installier einricht einrichten installer instalar installare instalacj kurulum установ',
  // children
  'child children toddler baby$ babies$ kid$ kids$ kind$ kinder enfant enfants nino ninos bambin criancas dziec barn$ cocuk cocug дет kid$ kids$ children$ nens infantil nino ninos peques tronas 孩子 儿童 小孩 maluch niemowl ребен малыш 子供 子ど 幼児',
  // pick-up
  'collect collecting pickup pick$ abhol abholen abholung selbstabholung recoger recogida retirar ritir odbior odebrac afhalen hamta самовывоз 受取 забрать$',
  // tracking
  'track tracking sendungsverfolgung verfolgen$ suivi suivre seguimiento rastrear traccia sledz sparning takip отслед 追跡',
  // parking
  'park$ parking parkmoglichkeit parkhaus parkhauser parkdeck parkgebuhr tiefgarage parkplatz parkplatze parken parke$ stellplatz aparc aparcamiento estacion garer$ garent parcheggi estacionamento parkeren parkering otopark 停车 车位 parkow zaparkow парков$ парковк парковать припарк стоянк 駐車',
  // luggage
  'luggage baggage bag$ bags$ suitcase cloakroom gepack koffer bagage valise equipaje maleta bagagli valigia valigie bagagem mala$ malas$ koffert bagaz walizk багаж чемодан 行李 荷物',
  // bicycles
  'bicycle bike$ bikes$ fahrrad fahrrader rad$ velo$ velos$ bicicleta$ bicicletas$ bici$ bicis$ biciclett fiets$ fietsen$ rower$ rowery$ cykel$ cyklar$ bisiklet велосипед 自行车 自転',
  // vehicles
  'car$ cars$ vehicle auto$ autos$ fahrzeug pkw$ wagen$ voiture vehicule coche$ coches$ vehiculo macchina$ macchine$ veicol carro$ carros$ veicul voertuig samochod pojazd bil$ bilar$ bilen$ fordon araba$ arac$ автомоб машин 车 車',
  // fines, and objecting to them
  'fine$ fines$ fined$ penalty penalties bussgeld strafzettel strafe$ amende multa$ multas$ multe$ boete mandat$ mandatu kara$ штраф 罚款',
  'appeal appeals challeng dispute disputing contest$ contesting object$ objection widersprech einspruch widerspruch contester recours recurrir recurso ricorso bezwaar odwolan overklag обжал',
  // pets
  'pet$ pets$ animal dog$ dogs$ cat$ cats$ puppy puppies kitten hund$ hunde$ katze katzen tier$ tiere$ haustier perro gato mascota chien chat$ chats$ animaux cane$ cani$ gatto huisdier evcil kopek kopeg kedi 宠物 pies$ psa$ psem$ psy$ psow$ psu$ psami$ kot$ kota$ kotem$ koty$ kotow$ zwierz животн питом собак кошк ペッ',
  // internet
  'internet wifi wi$ fi$ вайфа wlan 网络 无线',
  // trains and buses
  'tram$ trams$ strassenbahn tranvia train$ trains$ bus$ buses$ station$ gare$ tgv$ bahn$ zug$ bahnhof haltestelle tren$ trenes estacion$ estaciones$ treno autobus 公交 地铁 pociag dworzec dworca przystan вокзал поезд 最寄',
  // washing and cleaning
  'washing laundry laver$ lave lavage linge lavadora wasch waschmaschine menage nettoyage',
  // allergies
  'allerg gluten celiac celiaco coeliac zoliakie intoleran 过敏',
  // diets
  'vegan vegetari vegetarier veggie meatless vejetaryen веган вегетар 素食 wegan wegetar',
  // smoking
  'smok smoke tabac fumer$ fumar rauch rauchen$ sigara palic$ pali$ palen palac papieros курит курен курящ 喫煙 禁煙',
  // access
  'wheelchair ramp$ accessible accessibility accessibilite accesibilidad rollstuhl barrierefrei step$ fauteuil rampe silla$ ruedas disab handicap behinder discapac mobilit movilidad wozek wozku wozka niepelnospr winda$ winde$ windy$ инвалид пандус маломобильн 車椅 段差',
  // registering
  'register registration sign$ signup enrol anmeld registrier inscri registr uye$ kayit 注册 rejestr зарегистр регистрац 登録',
  // holidays from work
  'vacation holiday$ holidays$ urlaub urlaubstag conges vacances$ vacaciones$ ferie$ vakantie izin$ отпуск 年假',
  // illness
  'sick ill$ illness krank krankheit malad enferm malat ziek chor$ chory chorob sjuk hastalik болез больнич',
  // age
  'age$ aged alter$ mindestalter edad eta$ wiek$ leeftijd alder$ yas$ возраст 年龄 年齢',
  // documents
  'document passport id$ licence$ license$ unterlagen ausweis reisepass papiers passeport pasaporte carnet documenti dokument belge$ evrak dowod$ паспорт документ',
  // members
  'member$ members$ membership mitglied mitgliedschaft mitgliedsbeitrag jahresgebuhr jahresbeitrag adhesion adherent cotisation socio$ socios$ cuota$ iscrizione lidmaatschap czlonk 会員',
  // changing a booking or an order
  'reschedul umbuch verschieb 変更 变更 修改',
  // arriving and leaving
  'arriv check-in checkin anreis ankunft anreise llegada llegar llegamos entrada$ arrivo przyjazd zameldow giris заезд заселен 入住 przyjech przyjez doba$',
  'depart leave leaving check-out checkout abreis partir$ partons$ partez$ salida$ salir$ salimos$ partenza wyjazd wymeldow cikis cikma cikiyor cikar ayril выезд 退房 wyjech opusc opuszcz doba$',
  // who pays less
  'student pupil$ pupils$ schuler studier etudiant eleve$ eleves$ estudiant alumn studente$ studenti$ estudante scholier uczni uczen ogrenci студент 学生',
  'adult erwachsen volwassen dorosl yetiskin взросл 成人',
  'senior jubilad pensioner retired rentner rentnerin retraite$ retraites$ jubilad pensionat pensionist emeryt emekli пенсион 老人',
  'family families familie famille familia famiglia rodzin aile$ сем 家庭',
  // passwords
  'password passwort kennwort contrasena senha$ wachtwoord haslo sifre парол 密码',
  // measures
  'weight weigh heavy$ gewicht schwer$ wiegt$ wiegen$ poids pese$ lourd$ peso$ pesa$ pesante zwaar$ waga$ wazy$ vikt$ agirlik вес$ 重量',
  'size$ sizes$ dimension measurement abmess groesse grosse$ taille$ tamano medida dimensioni misure afmeting wymiar rozmiar boyut storlek размер 尺寸',
  'power$ watt watts wattage leistung$ puissance potencia potenza vermogen$ moc$ guc$ мощност 功率',
  'noise noisy loud$ lautstark laut$ bruit bruyant ruido rumor$ rumore geluid luid$ halas gurultu шум 噪音',
  // meals
  'food eat$ eating$ meal$ meals$ restaurant cafe$ cafes$ cafeteria canteen dining essen$ speise gericht$ gerichte$ verpfleg manger$ repas comer$ comida restaurante mangiare ristorante pasti$ refeic eten$ maaltijd jedzenie yemek yiyecek kahvalt cena$ cenare$ pranz еда$ поесть кафе$ 吃饭 餐厅',
  // what to wear
  'wear$ wearing$ dress$ clothes$ clothing$ outfit$ attire$ kleidung anziehen habill vetements tenue$ ropa$ vestir$',
  // fear
  'scared afraid fear anxious nervous angst nervos miedo peur$',
  // backups
  'backup sicherung respaldo sauvegarde',
  // photographs
  'photo photograph picture$ pictures$ foto fotos$ fotografi fotografar',
  // stolen and lost
  'stolen theft steal lost$ loss$ lose$ gestohlen diebstahl verloren perdu perdid robad robo$ vole$ volee fundsach fundburo trouves$ kvarglom glomde$ glomt$ upphitt',
  // forgotten
  'forget forgot forgotten lost$ lose$ losing vergess verloren$ verlier',
  // borrowing money
  'borrow loan loans lend lending kredit darlehen',
  // safe
  'safe$ safety secure$ security protect encrypt sicher$ sicherheit geschutzt schutz$ verschlussel',
  // computers
  'mac$ macs$ macos$ osx$ macbook imac',
  'ram$ memory$ arbeitsspeicher speicher$',
  'docker container$ containers$',
  // bringing in advance
  'deposit depos anzahl anzahlung acompte caution kaution senal fianza caparra acconto sinal$ borg$ waarborg aanbetaling zadatek$ zadatk zaliczk kapora pfand arrhes залог$ задат',
  // people
  'who$ team staff employee founder owner$ about$ wer$ inhaber grunder equipe fondateur equipo fundador squadra personal$ leute$ mitarbeiter arbeiten$ beschaftigte wlascic dyrektor директор владел руководител 社長 代表',
  ...PUBLIC_LIFE,
  ...Object.values(CONTACT_CONCEPTS),
];

interface Thesaurus {
  readonly concepts: readonly (readonly string[])[];
  /** Places of concepts by whole words, word beginnings and endings of compounds. */
  readonly whole: ReadonlyMap<string, readonly number[]>;
  readonly beginnings: ReadonlyMap<string, readonly number[]>;
  readonly endings: readonly (readonly [string, number])[];
  readonly longestBeginning: number;
}

/** Lazy, so that an idle service does without its memory. */
const thesaurus = lazily((): Thesaurus => {
  const others = readOtherWords();
  const concepts = CONCEPTS.map((listed) => {
    const words = listed.split(' ');
    const all = [...words, ...words.flatMap((word) => others.get(word.replace(/\$$/, '')) ?? [])];
    return [...all, ...all.map(inTraditionalChinese).filter((word) => !all.includes(word))];
  });
  const whole = new Map<string, number[]>();
  const beginnings = new Map<string, number[]>();
  const endings: [string, number][] = [];
  for (const [concept, words] of concepts.entries()) {
    for (const word of words) {
      if (word.startsWith('-')) endings.push([word.slice(1), concept]);
      else if (word.endsWith('$')) addTo(whole, word.slice(0, -1), concept);
      else addTo(beginnings, word, concept);
    }
  }
  let longestBeginning = 0;
  for (const { length } of beginnings.keys()) longestBeginning = Math.max(longestBeginning, length);
  return { concepts, whole, beginnings, endings, longestBeginning };
});

function addTo(places: Map<string, number[]>, word: string, concept: number): void {
  const known = places.get(word);
  if (known === undefined) places.set(word, [concept]);
  else known.push(concept);
}

/** Words in Latin script, of ten letters or more. */
export const longBeginnings = lazily((): readonly string[] =>
  [...thesaurus().beginnings.keys()].filter((word) => /^[a-z]{10,}$/.test(word)),
);

/** Norwegian for "the breakfast", which does not end with "-kosten" (costs). */
const BREAKFAST = /frokosten$/;

/** Streets named after a thing: `Bahnhofstraße` is no station. */
const STREET = /.(?:strasse|straat|gasse|allee)$/;

/** Places in the list of concepts. @param word folded, in lower case */
export const conceptsOf = memoized((word): readonly number[] => {
  if (STREET.test(word)) return [];
  const { whole, beginnings, endings, longestBeginning } = thesaurus();
  const found = new Set<number>(whole.get(word));
  for (let length = Math.min(word.length, longestBeginning); length > 0; length -= 1) {
    for (const concept of beginnings.get(word.slice(0, length)) ?? []) found.add(concept);
  }
  if (!BREAKFAST.test(word)) for (const [ending, concept] of endings) if (word.endsWith(ending)) found.add(concept);
  return [...found];
});

/** @param one folded, in lower case, as `other` */
export function meansTheSame(one: string, other: string): boolean {
  const asked = conceptsOf(one);
  return asked.length > 0 && conceptsOf(other).some((concept) => asked.includes(concept));
}

const SERVICES = {
  hours: 'opening',
  payment: 'payment',
  delivery: 'shipping',
  returns: 'returned',
  price: 'prices',
  vouchers: 'voucher',
  contact: 'contact',
  jobs: 'hiring',
} as const;
export type ServiceConcept = keyof typeof SERVICES;
const SERVICE_NAMES = Object.keys(SERVICES) as ServiceConcept[];

/** @param word folded, in lower case */
export const serviceConceptsOf = (word: string): readonly ServiceConcept[] =>
  SERVICE_NAMES.filter((name) => meansTheSame(SERVICES[name], word));

export const isServiceWord = (word: string): boolean => conceptsOf(word).length > 0;

const IDEOGRAPHS = /\p{Script=Han}/u;
/** Scripts whose words have no exact forms. */
const UNMARKED = [/\p{Script=Hangul}/u, /\p{Script=Arabic}/u];
const DEVANAGARI = /\p{Script=Devanagari}/u;
/** Length of the word beginnings that passages are searched by. */
const SEARCHED_BEGINNING = 5;

/** Search words (see text/analysis) for the same thing in other words or languages. */
export function searchSynonyms(analysedWords: readonly string[]): ReadonlySet<string> {
  const concepts = new Set(
    analysedWords.flatMap((word) => (/^[~^]/.test(word) ? [] : conceptsOf(word.replace(/^=/, '')))),
  );
  const read = analysedWords.join(' ');
  // Such scripts are searched only by questions in them.
  const others = [...UNMARKED, DEVANAGARI].filter((script) => !script.test(read));
  const found = [...concepts]
    .flatMap((concept) => thesaurus().concepts[concept] ?? [])
    .filter((beginning) => !others.some((script) => script.test(beginning)))
    .flatMap(searchWordsOf);
  const answering = analysedWords
    .filter((word) => word.startsWith('='))
    .flatMap((word) => answeringWords(word.slice(1)).map((other) => `=${other}`));
  return new Set([...found, ...answering].filter((word) => !analysedWords.includes(word)));
}

/**
 * Empty for words that cannot be searched by.
 * @param beginning of words, as the thesaurus has it
 */
function searchWordsOf(beginning: string): readonly string[] {
  if (UNMARKED.some((script) => script.test(beginning))) return [beginning.slice(0, -1)];
  if (beginning.startsWith('-')) return [];
  if (IDEOGRAPHS.test(beginning)) return [...beginning].length === 2 ? [beginning] : [];
  if (beginning.endsWith('$')) return [`=${beginning.slice(0, -1)}`];
  return beginning.length >= SEARCHED_BEGINNING ? [`~${beginning.slice(0, SEARCHED_BEGINNING)}`] : [];
}

const NAMES = Object.keys(CONTACT_CONCEPTS) as ContactConcept[];

/** @param word in lower case */
export const contactConceptsOf = (word: string): readonly ContactConcept[] => {
  const folded = foldDiacritics(word);
  const concepts = conceptsOf(folded);
  return NAMES.filter((_, place) => concepts.includes(CONCEPTS.length - NAMES.length + place));
};
