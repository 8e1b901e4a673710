/** Questions about shipping to a place. Other places are the nearest answer for one that the content lacks. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import type { VisitorLanguage } from '../languages/visitor-language.ts';

const MAX_CHARACTERS_READ = 200;
/** Words that find lists of places, unlike "ship", which also tells what happens to a parcel. */
export const PLACES: Partial<Record<VisitorLanguage, string>> = {
  en: 'countries',
  de: 'Länder',
  fr: 'pays',
  es: 'países',
  it: 'paesi',
  pt: 'países',
  nl: 'landen',
  sv: 'länder',
  pl: 'kraje',
  cs: 'země',
  sk: 'krajiny',
  hu: 'országok',
  hr: 'zemlje',
};

/** Splits "How much is delivery | to | Norway?" */
const PLACE_AT_END = pattern(
  'iu',
  /^(.{1,120})\s(?:to|nach|in die|en|vers|au|aux|à|a|in|naar|till|do|(?<=\sli )u)\s((?:the |la |le |el |il )?\p{L}{2,30})\W*$/u,
);
/** Words for sending, before the place. */
const SENDING = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /ship(?:s|ping|ments?)?|deliver(?:y|ies|s)?|postage|send|export|porto|frakt/u,
    sequence(
      oneOf(
        /liefer|versand|versend|verschick|livr|envoy|env[ií]|entreg|sped|consegn/u,
        /verzend|bezorg|dostav|šalje|salje|isporu|leverer|leverans|wysył|dostaw|doruč|dodáv|dodav|zasíl|zasiel|posíl|posiel|odesíl|doprav|poštovn/u,
      ),
      /\p{L}*/u,
    ),
  ),
  /(?: (?:a parcel|it|this|them|li|ihr|sie|auch|vous|i|aj|costs?|kostet)){0,3}$/u,
);

export interface ShippingDestination {
  /** The question before the place and its preposition. */
  readonly asked: string;
  readonly place: string;
}

export function shippingDestination(question: string): ShippingDestination | null {
  const [, asked, place] = PLACE_AT_END.exec(question.slice(0, MAX_CHARACTERS_READ)) ?? [];
  return asked === undefined || place === undefined || !SENDING.test(asked) ? null : { asked, place };
}
