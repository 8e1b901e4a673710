/** Details of a product, an event or a place in structured data, in the order in which they are written. */
import { asText, type Item, listOf, nameOf, textOf } from './json-ld-values.ts';

const MAX_OFFERS = 20;

export type Detail = readonly [label: string, of: (item: Item) => readonly string[]];

export const OFFER_DETAILS: readonly Detail[] = [
  ['Price', (item) => listOf(item.offers).flatMap(priceOf).slice(0, MAX_OFFERS)],
  ['Availability', (item) => [...new Set(listOf(item.offers).map((offer) => wordsOf(textOf(offer, 'availability'))))]],
  ['Variants', variantsOf],
  ['Brand', (item) => [nameOf(item.brand)]],
  ['Colour', (item) => [item.color].flat().map(asText)],
  ['Material', (item) => [item.material].flat().map(asText)],
  ['Size', (item) => [item.size].flat().map(quantityOf)],
  ['Weight', (item) => [quantityOf(item.weight)]],
  ['Article number', (item) => [textOf(item, 'sku') || textOf(item, 'mpn')]],
  ['Properties', propertiesOf],
  ['Shipping', (item) => [...new Set(listOf(item.offers).flatMap(shippingOf))].slice(0, MAX_OFFERS)],
  ['Returns', (item) => [...new Set(listOf(item.offers).flatMap(returnsOf))]],
];
export const EVENT_DETAILS: readonly Detail[] = [
  ['Starts', (item) => [textOf(item, 'startDate')]],
  ['Ends', (item) => [textOf(item, 'endDate')]],
  [
    'Location',
    (item) => listOf(item.location).map((place) => [nameOf(place), addressOf(place)].filter(Boolean).join(', ')),
  ],
];
export const JOB_DETAILS: readonly Detail[] = [
  ['Salary', (item) => listOf(item.baseSalary).map(salaryOf)],
  ['Employment', (item) => [item.employmentType].flat().map((type) => wordsOf(asText(type).replaceAll('_', ' ')))],
  ['Place of work', (item) => listOf(item.jobLocation).map(addressOf)],
  ['Apply until', (item) => (item.hiringOrganization === undefined ? [] : [dateOf(item.validThrough)])],
];
export const PLACE_DETAILS: readonly Detail[] = [
  ['Telephone', (item) => [item.telephone].flat().map(asText)],
  ['E-mail', (item) => [item.email].flat().map(asText)],
  ['Address', (item) => [addressOf(item)]],
  [
    'Opening hours',
    (item) => [...[item.openingHours].flat().map(asText), ...listOf(item.openingHoursSpecification).map(hoursOf)],
  ],
  ['Check-in', (item) => [timeOf(item.checkinTime)]],
  ['Check-out', (item) => [timeOf(item.checkoutTime)]],
  ['Price range', (item) => [textOf(item, 'priceRange')]],
  ['Payment', (item) => [item.paymentAccepted].flat().map(asText)],
  ['Cuisine', (item) => [item.servesCuisine].flat().map(asText)],
  ['Amenities', (item) => listOf(item.amenityFeature).flatMap((one) => (isNo(one.value) ? [] : [textOf(one, 'name')]))],
  ['Pets', petsOf],
];

/** "Drop: 6 mm". */
function propertiesOf(item: Item): readonly string[] {
  const told = listOf(item.additionalProperty).map((one) => {
    const [name, value] = [textOf(one, 'name'), quantityOf({ ...one, name: undefined })];
    return name === '' || value === '' || value.startsWith('http') ? '' : `${name}: ${value}`;
  });
  return told.filter((one) => one !== '').slice(0, MAX_PROPERTIES);
}

const MAX_PROPERTIES = 30;

function salaryOf(salary: Item): string {
  const [value] = listOf(salary.value);
  const amount = value ?? salary;
  const span = [asText(amount.minValue), asText(amount.maxValue)].filter(Boolean).join(' to ');
  const paid = asText(value?.value ?? salary.value) || span;
  const unit = (textOf(amount, 'unitText') || textOf(salary, 'unitText')).toLowerCase();
  const currency = textOf(salary, 'currency') || textOf(amount, 'currency');
  return paid === '' ? '' : [paid, currency, unit === '' ? '' : `per ${unit}`].filter(Boolean).join(' ');
}

const dateOf = (value: unknown): string => asText(value).replace(/T.*$/s, '');

/** With their prices, where these differ. */
function variantsOf(item: Item): readonly string[] {
  const variants = listOf(item.hasVariant).map((variant) => {
    const prices = listOf(variant.offers).flatMap(priceOf);
    return { name: textOf(variant, 'name'), price: prices.join(', ') };
  });
  const told = variants.filter(({ name, price }) => name !== '' && price !== '').slice(0, MAX_VARIANTS);
  if (new Set(told.map(({ price }) => price)).size < 2) return [];
  return told.map(({ name, price }) => `${name} ${price}`);
}

const MAX_VARIANTS = 50;

/** That of an offer, else those of its specifications, whose own specifications are not read: they might be nested without end. */
function priceOf(offer: Item): readonly string[] {
  const own = amountOf(offer);
  return own.length > 0 ? own : listOf(offer.priceSpecification).flatMap(amountOf);
}

function amountOf(offer: Item): readonly string[] {
  const currency = asText(offer.priceCurrency);
  const single = asText(offer.price);
  const [low, high] = [asText(offer.lowPrice), asText(offer.highPrice)];
  const amount = single || (high !== '' && high !== low ? `${low} to ${high}` : low);
  return amount === '' ? [] : [`${amount} ${currency}`.trim()];
}

const hoursOf = (hours: Item): string => {
  const days = [hours.dayOfWeek]
    .flat()
    .map((day) => wordsOf(asText(day)))
    .filter(Boolean);
  const [opens, closes] = [timeOf(hours.opens), timeOf(hours.closes)];
  const [from, through] = [textOf(hours, 'validFrom'), textOf(hours, 'validThrough')];
  const span = [days.join(', '), from === '' ? '' : `from ${from}`, through === '' ? '' : `until ${through}`];
  const told = [...span.filter(Boolean), spokenHours(opens, closes)];
  return opens === '' ? '' : told.join(' ');
};

/** As search engines read them: from midnight to midnight means closed. */
function spokenHours(opens: string, closes: string): string {
  if (opens === '00:00' && closes === '00:00') return 'closed';
  return opens === '00:00' && closes === '23:59' ? 'all day' : `${opens} to ${closes}`;
}

/** Without a date and seconds. */
const timeOf = (value: unknown): string => asText(value).replace(/^(?:[\d-]{10}T)?(\d\d:\d\d)(?::\d\d.*)?$/, '$1');

const isNo = (value: unknown): boolean => value === false || /^(?:false|no)$/i.test(asText(value));

function petsOf({ petsAllowed }: Item): readonly string[] {
  if (petsAllowed === undefined || petsAllowed === null) return [];
  if (isNo(petsAllowed)) return ['not allowed'];
  return [petsAllowed === true || /^true$/i.test(asText(petsAllowed)) ? 'allowed' : asText(petsAllowed)];
}

/** A text, or an amount with its unit. */
function quantityOf(value: unknown): string {
  const [quantity] = listOf(value);
  if (quantity === undefined) return asText(value);
  return [
    asText(quantity.value),
    textOf(quantity, 'unitText') || textOf(quantity, 'unitCode') || textOf(quantity, 'name'),
  ]
    .filter(Boolean)
    .join(' ');
}

function shippingOf(offer: Item): readonly string[] {
  return listOf(offer.shippingDetails).flatMap((details) => {
    const rates = listOf(details.shippingRate).map((rate) =>
      `${asText(rate.value)} ${textOf(rate, 'currency')}`.trim(),
    );
    const places = listOf(details.shippingDestination).map((place) => textOf(place, 'addressCountry'));
    const days = listOf(details.deliveryTime).flatMap((time) => listOf(time.transitTime).map(daysOf));
    const told = [...rates, ...places, ...days].filter(Boolean).join(', ');
    return told === '' ? [] : [told];
  });
}

/** Returns an empty text for other units. */
function daysOf(time: Item): string {
  const days = [...new Set([asText(time.minValue), asText(time.maxValue)])].filter(Boolean).join('–');
  return days === '' || !/^d/i.test(asText(time.unitCode) || 'day') ? '' : `${days} days`;
}

const returnsOf = (offer: Item): readonly string[] =>
  listOf(offer.hasMerchantReturnPolicy).flatMap((policy) => {
    const days = asText(policy.merchantReturnDays);
    return days === '' ? [] : [`within ${days} days`];
  });

function addressOf(item: Item): string {
  const { address } = item;
  if (typeof address === 'string') return asText(address);
  const parts = listOf(address).flatMap((one) =>
    ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'].map((name) =>
      textOf(one, name),
    ),
  );
  return parts.filter((part) => part !== '').join(', ');
}

/** `https://schema.org/InStock` becomes `In stock`. */
function wordsOf(value: string): string {
  const name = value.replace(/^https?:\/\/schema\.org\//, '');
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Empty without a price: the menu is told by the page. */
export function dishOf(item: Item): string {
  const name = textOf(item, 'name');
  const prices = listOf(item.offers).flatMap(priceOf).slice(0, MAX_OFFERS).join(', ');
  const described = [name, textOf(item, 'description')].filter(Boolean).join(', ');
  return name === '' || prices === '' ? '' : `${described}: ${prices}`;
}
