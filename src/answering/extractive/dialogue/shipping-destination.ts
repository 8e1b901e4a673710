/** Questions whether something is sent to a place: what is known of other places is the nearest answer where the content lacks this one. */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import type { VisitorLanguage } from './visitor-language.ts';

const MAX_READ = 200;
/** By which a list of places is found: "ship" alone also stands in what happens to a parcel. */
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
};

/** The question up to its words for sending, and the place at its end: "How much is delivery | to | Norway?" */
const SENT_TO = pattern(
  'iu',
  '^(.{0,120}(?<!\\p{L})',
  oneOf(
    /ship(?:s|ping|ments?)?|deliver(?:y|ies|s)?|postage|send|export/u,
    /liefer\p{L}*|versand\p{L}*|versend\p{L}*|verschick\p{L}*|porto/u,
    /livr\p{L}+|envoy\p{L}+|env[ií]\p{L}+|entreg\p{L}+|sped\p{L}+|consegn\p{L}+/u,
    /verzend\p{L}*|bezorg\p{L}*|leverer\p{L}*|leverans\p{L}*|frakt|wysył\p{L}+|dostaw\p{L}+/u,
  ),
  '(?: (?:a parcel|it|this|them|ihr|sie|auch|vous|costs?|kostet)){0,3})',
  /\s(?:to|nach|in die|en|vers|au|aux|à|a|in|naar|till|do)\s((?:the |la |le |el |il )?\p{L}{2,30})\W*$/u,
);

/** `null` for any other question. */
export function shippingDestination(question: string): { readonly asked: string; readonly place: string } | null {
  const [, asked, place] = SENT_TO.exec(question.slice(0, MAX_READ)) ?? [];
  return asked === undefined || place === undefined ? null : { asked, place };
}
