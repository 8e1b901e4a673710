/**
 * Words that visitors and owners use for the same thing, whatever the business: a thesaurus of service words, as word
 * beginnings without diacritics. A visitor asks for a "phone number" where the page says "call us".
 */
import { memoized } from '../../text/analysis/memoize.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';

/** A word that ends with `$` is meant whole. */
const CONTACT_CONCEPTS = {
  telephone:
    'phone telephone tel$ call$ calling hotline telefon anruf anrufen rufnummer handynummer appeler llamar telefonar chiamare zadzwon bellen$ ringa телефон позвон телефону 电话 電話 전화',
  mail: 'email emails mail$ mails$ mailadresse courriel correo posta$ eposta почт',
  place:
    'where$ donde$ onde$ dove$ waar$ gdzie$ nerede$ address adress anschrift anfahrt standort location located direccion ubicacion indirizzo endereco morada adres$ konum адрес находит',
  contact:
    'contact contacting reach$ reachable kontakt erreich contacter joindre contacto contactar contatt contato iletisim ulas связ контакт',
} as const;
export type ContactConcept = keyof typeof CONTACT_CONCEPTS;

const CONCEPTS: readonly (readonly string[])[] = [
  // opening hours
  'open$ opens$ opening opened$ hours$ closed$ closing close$ closes$ geoffnet offnungszeit offnet$ offen$ geschlossen schliess uhrzeit ouvert ouverture ferme fermeture horaire abierto abre$ abren$ cerrado cierra horario apert apre$ chius orari$ orario fecha$ fechado aberto abrem openingstijd geopend gesloten otwart zamkni godziny oppettid oppet stangt acik kapali calisma часы$ открыт закрыт работает график режим',
  // payment
  'pay$ pays$ paying paid$ payment bezahl zahlung zahlen$ zahle$ zahlt$ zahlungs payer paie paiement regler reglement pagar pago pagos pagamento pagamenti paghe betal platn placi zaplac odeme odeyebil оплат плат',
  // delivery
  'deliver shipping ship$ ships$ shipped$ shipment postage liefer versand versend verschick zustell livraison livrer livrez expedition envio envios enviar envian entrega entregas spediz consegn verzend bezorg lever$ leverans leverera frakt dostaw wysyl kargo teslimat gonderim достав отправ',
  // returns
  'return$ returns$ returned$ returning refund refunds refunded refunding zuruckgeb zuruckschick zuruckzugeb zurucksend ruckgabe rucksend rucknahme widerruf umtausch umtausche retoure retour retourn rembours devol devolv reembols reso$ resi$ restitu rimbors zwrot zwroc iade aterbetal возвр',
  // refunds
  'refund money$ reimburse erstatt geld$ ruckzahl rembours argent reembols dinero dinheiro rimbors soldi$ geld$ terugbetal pieniadze para$ деньги',
  // price
  'price$ prices$ pricing cost$ costs$ fee$ fees$ charge$ charges$ rate$ rates$ expensive cheap preis kosten$ kostet$ gebuhr teuer$ tarif prix cout$ couts$ coute$ coutent$ precio coste$ costo cuesta cuestan preco custo custa custam prezz costa$ costano$ prijs prijzen cena$ ceny$ kosztu pris$ priser$ kostar fiyat ucret цен стоит стоимост',
  // cancelling
  'cancel storn stornier kundigung kundigen annul annuler annulation resilier resiliation cancelar cancela disdetta disdire annuller opzegg anulow avboka avbestall iptal отмен',
  // jobs
  'job$ jobs$ vacanc hiring hire career work$ karriere stellen$ stellenangebot bewerb arbeiten$ emploi recrut empleo trabaj lavor vacature praca kariera is$ ваканс',
  // vouchers
  'voucher gift giftcard gutschein geschenkkarte geschenkgutschein cadeau cheque-cadeau vale$ regalo buono$ buoni$ cadeaubon presentkort hediye подароч сертификат',
  // discounts
  'discount rabatt ermassig nachlass reduction remise descuento desconto sconto korting znizk indirim скидк',
  // broken or damaged
  'broken damaged damage defect defective faulty kaputt defekt beschadigt schaden$ casse endommage defectueux roto danado defectuoso rotto danneggiato difettoso avariado beschadig zepsut uszkod trasig skadad bozuk hasarli сломан поврежд брак$',
  // validity
  'valid validity expire expires expired expiry gultig ablauf ablaufen verfall verfallt valable validite caduc valido valida validez scade scadenza geldig wazn giltig gecerli действ',
  // invoices
  'invoice receipt bill$ bills$ billing rechnung rechnungen quittung beleg facture factura recibo fattura ricevuta fatura factuur faktur fakturor paragon fis$ счет чек$',
  // using
  'use$ uses$ using redeem einlos verwend benutz nutzen$ nutze$ utiliser utilise usar canjear resgatar riscatt usare gebruik inwissel uzyc wykorzyst kullan anvand losa использ',
  // starting
  'start$ starts$ run$ running launch begin starten$ startet$ lancer demarrer iniciar arrancar avviare запуст',
  // installing
  'install installation setup installier einricht einrichten installer instalar installare instalacj kurulum установ',
  // children
  'child children kid$ kids$ kind$ kinder enfant enfants nino ninos bambin criancas dziec barn$ cocuk дет',
  // pick-up
  'collect collecting pickup pick$ abhol abholen abholung selbstabholung recoger recogida retirar ritir odbior odebrac afhalen hamta самовывоз',
  // tracking
  'track tracking follow$ sendungsverfolgung verfolgen$ suivi suivre seguimiento rastrear traccia sledz sparning takip отслед',
  // people
  'who$ team staff founder owner$ about$ wer$ inhaber grunder equipe fondateur equipo fundador squadra',
  ...Object.values(CONTACT_CONCEPTS),
].map((words) => words.split(' '));

const conceptsOf = memoized((word): readonly number[] =>
  CONCEPTS.flatMap((beginnings, place) => (beginnings.some((beginning) => begins(word, beginning)) ? [place] : [])),
);

function begins(word: string, beginning: string): boolean {
  return beginning.endsWith('$') ? word === beginning.slice(0, -1) : word.startsWith(beginning);
}

/** @param one folded, in lower case, as `other` */
export function meansTheSame(one: string, other: string): boolean {
  const asked = conceptsOf(one);
  return asked.length > 0 && conceptsOf(other).some((concept) => asked.includes(concept));
}

/** True for a word of the thesaurus: it names what a visitor is after. */
export const isServiceWord = (word: string): boolean => conceptsOf(word).length > 0;

/** Length of the word beginnings that passages are searched by. */
const SEARCHED_BEGINNING = 5;

/** Search words (see text/analysis) for passages that say the same in another word or language. */
export function searchSynonyms(analysedWords: readonly string[]): ReadonlySet<string> {
  const concepts = new Set(
    analysedWords.filter((word) => word.startsWith('=')).flatMap((word) => conceptsOf(word.slice(1))),
  );
  const found = [...concepts]
    .flatMap((concept) => CONCEPTS[concept] ?? [])
    .flatMap((beginning) => {
      if (beginning.endsWith('$')) return [`=${beginning.slice(0, -1)}`];
      return beginning.length >= SEARCHED_BEGINNING ? [`~${beginning.slice(0, SEARCHED_BEGINNING)}`] : [];
    });
  return new Set(found.filter((word) => !analysedWords.includes(word)));
}

const NAMES = Object.keys(CONTACT_CONCEPTS) as ContactConcept[];

/** Kinds of contact that the word asks for. @param word in lower case */
export const contactConceptsOf = (word: string): readonly ContactConcept[] => {
  const folded = foldDiacritics(word);
  const concepts = conceptsOf(folded);
  return NAMES.filter((_, place) => concepts.includes(CONCEPTS.length - NAMES.length + place));
};
