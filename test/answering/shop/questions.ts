/** Questions of visitors to the demo's shop, with what a person accepts as the answer. */

export interface ShopQuestion {
  readonly ask: string;
  /** Questions that the visitor asked before, oldest first. */
  readonly after?: readonly string[];
  /** Texts that the answer must contain, case ignored. */
  readonly says: readonly string[];
  /** Texts that the answer must not contain, case ignored. */
  readonly lacks?: readonly string[];
  /** True when the answer must cite nothing: small talk and refusals. Default false: it must cite a source. */
  readonly uncited?: boolean;
}

const HOURS = ['Monday', 'closed', 'Tuesday to Friday', '10 am to 7 pm', 'Saturday', '9 am to 4 pm', 'Sunday'];
const HOURS_DE = [
  'Montag',
  'geschlossen',
  'Dienstag bis Freitag',
  '10 bis 19 Uhr',
  'Samstag',
  '9 bis 16 Uhr',
  'Sonntag',
];
const REFUSED = ["couldn't find"];
const REFUSED_DE = ['nichts gefunden'];

/** Questions on which the answers were improved. */
export const TUNED: readonly ShopQuestion[] = [
  { ask: 'What are your opening hours?', says: HOURS, lacks: ['Tram'] },
  { ask: 'opening hours', says: HOURS },
  { ask: 'are you open on sunday', says: ['Sunday', 'closed'] },
  { ask: 'Wann habt ihr geöffnet?', says: HOURS_DE, lacks: ['Tuesday'] },
  { ask: 'Öffnungszeiten', says: HOURS_DE },
  { ask: 'How much is shipping to France?', says: ['€8.90', 'France'], lacks: ['€9.90', 'Boston'] },
  { ask: 'delivery costs', says: ['Germany', '€4.90', 'Austria', 'France', 'Poland', '€9.90'] },
  { ask: 'Do you deliver to Switzerland?', says: ['not deliver to Switzerland'] },
  { ask: 'Wie hoch sind die Versandkosten nach Österreich?', says: ['7,90 €', 'Österreich'], lacks: ['4,90'] },
  { ask: 'Liefert ihr in die Schweiz?', says: ['Schweiz', 'nicht'] },
  {
    ask: 'How do I return something?',
    says: ['order number', 'Print the label', 'Pack the item', 'DHL'],
    lacks: ['frost'],
  },
  { ask: 'how do i send back a pot', says: ['order number', 'DHL'] },
  { ask: 'Wie kann ich etwas zurückschicken?', says: ['Bestellnummer', 'Etikett', 'DHL-Shop'] },
  { ask: 'When do I get my money back?', says: ['5 working days'] },
  { ask: 'refund', says: ['refund', '5 working days'] },
  { ask: 'my plant arrived damaged', says: ['replace', 'photo', '3 days'] },
  { ask: 'How long is a gift card valid?', says: ['Three years'], lacks: ['wrap'] },
  { ask: 'gift card expired?', says: ['Three years'] },
  { ask: 'Wie lange ist ein Gutschein gültig?', says: ['Drei Jahre'] },
  { ask: 'Can I pay with paypal', says: ['PayPal', 'Klarna'] },
  { ask: 'What payment methods do you accept?', says: ['PayPal', 'card'] },
  { ask: 'Kann ich mit Karte bezahlen?', says: ['Karte', 'PayPal'] },
  { ask: 'Can I cancel my order?', says: ['until it is packed', '0142'] },
  { ask: 'phone number', says: ['+49 341 555 0142'] },
  { ask: 'How can I contact you?', says: ['hello@fernandfig.example', '+49 341 555 0142'] },
  { ask: 'Wie ist eure Telefonnummer?', says: ['+49 341 555 0142'] },
  { ask: 'where are you', says: ['Karl-Heine-Straße 85', 'Leipzig'] },
  { ask: 'How much is a Monstera?', says: ['Monstera', '€32'], lacks: ['€18', '€49'] },
  { ask: 'boston fern price', says: ['€18'] },
  { ask: 'Which plants are safe for cats?', says: ['Boston fern', 'maidenhair fern', 'harmless'] },
  { ask: 'how often should i water my fiddle leaf fig', says: ['top 5 cm'] },
  { ask: 'What does repotting cost?', says: ['€5', '€9', '€15'] },
  { ask: 'Hello', says: ['Hello'], lacks: ["couldn't"], uncited: true },
  { ask: 'Hallo!', says: ['Hallo'], lacks: ['nichts gefunden', 'Hello'], uncited: true },
  { ask: 'thanks a lot', says: ['welcome'], uncited: true },
  { ask: 'What can you do?', says: ['Delivery', '- '] },
  { ask: 'What is the capital of Mongolia?', says: REFUSED, uncited: true },
  { ask: 'Wer hat die Fußball-WM 2014 gewonnen?', says: REFUSED_DE, uncited: true },
  { ask: 'do you sell bicycles', says: REFUSED, uncited: true },
  { ask: 'And to Austria?', after: ['How much is shipping to France?'], says: ['€7.90', 'Austria'], lacks: ['€8.90'] },
];

/** Held-out questions, written before the answers were improved and asked only at the end. */
export const HELD_OUT: readonly ShopQuestion[] = [
  { ask: 'when do you close on saturday?', says: ['Saturday', '4 pm'] },
  { ask: 'is shipping free?', says: ['€60'] },
  { ask: 'track my parcel', says: ['e-mail', 'link'] },
  { ask: 'can I pick up my order myself', says: ['two hours', 'order number'] },
  { ask: 'Kann ich meine Bestellung im Laden abholen?', says: ['kostenlos', 'Bestellnummer'] },
  { ask: 'Bekomme ich mein Geld zurück?', says: ['5 Werktagen'] },
  { ask: 'what pot size do i need for a 14 cm nursery pot', says: ['M', '17 cm'] },
  { ask: 'how do I use my gift card', says: ['code', 'checkout'] },
  { ask: 'Do you have parking?', says: ['four parking spaces'] },
  { ask: 'can i bring my dog', says: ['lead', 'welcome'] },
  { ask: 'gnats in the soil, help!', says: ['sticky traps'] },
  { ask: 'Fungus gnats', says: ['dry out', 'sand'] },
  { ask: 'studnet discount', says: ['10 %'] },
  { ask: 'Gutschein einlösen', says: ['Code', 'Kasse'] },
  { ask: 'Wie erreiche ich euch per Mail?', says: ['hello@fernandfig.example'] },
  { ask: 'job vacancies', says: ['jobs@fernandfig.example'] },
  { ask: 'Guten Tag', says: ['Was möchten Sie wissen'], lacks: ['nichts gefunden'], uncited: true },
  { ask: 'Who are you?', says: ['Fern & Fig'], uncited: true },
  { ask: 'Write me a poem about the sea', says: REFUSED, uncited: true },
  { ask: 'Wie wird das Wetter morgen in Hamburg?', says: REFUSED_DE, uncited: true },
];
