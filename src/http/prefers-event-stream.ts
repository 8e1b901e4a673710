/** Content negotiation (RFC 9110, section 12.5.1) for a route that answers with JSON or an event stream. */

const EVENT_STREAM = 'text/event-stream';
/** Media ranges that JSON matches, the least specific first. */
const JSON_RANGES = ['*/*', 'application/*', 'application/json'];

interface Preference {
  /** 0 refuses. */
  readonly quality: number;
  /** Index in the header. */
  readonly place: number;
  /** Compares media ranges that match the same media type. */
  readonly specificity: number;
}

/**
 * An event stream must be named; a wildcard means JSON. Higher quality wins, then a named type over a wildcard, then the first in the list.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(rangeOf);
  const stream = preferenceFor([EVENT_STREAM], ranges);
  if (stream === null || stream.quality === 0) return false;
  const json = preferenceFor(JSON_RANGES, ranges);
  if (json === null || json.quality !== stream.quality) return json === null || stream.quality > json.quality;
  return json.specificity < JSON_RANGES.length - 1 || stream.place < json.place;
}

function rangeOf(text: string): { readonly type: string; readonly quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  // An invalid weight is ignored, as by most servers.
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 1 };
}

/** @returns the preference of the most specific range */
function preferenceFor(
  types: readonly string[],
  ranges: readonly { readonly type: string; readonly quality: number }[],
): Preference | null {
  let best: Preference | null = null;
  for (const [place, { type, quality }] of ranges.entries()) {
    const specificity = types.indexOf(type);
    if (specificity >= 0 && (best === null || specificity > best.specificity)) best = { quality, place, specificity };
  }
  return best;
}
