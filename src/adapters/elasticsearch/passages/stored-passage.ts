import type { IndexedPassage, Passage } from '../../../ports/search-index.ts';
import { listAt, numberAt, textAt, valueAt } from '../client/responses.ts';
import type { Tenant } from './tenant.ts';
import { componentsOf } from './vector.ts';

/** Replaces lone surrogates, which Elasticsearch rejects. */
export function documentOf(passage: IndexedPassage, tenant: Tenant): string {
  const { chatbotId, sourceId, generation, id, ordinal, title, url, headings, text } = passage;
  const vector = componentsOf(passage.vector);
  return JSON.stringify({
    chatbotId,
    sourceId,
    generation,
    id,
    ordinal,
    title: title.toWellFormed(),
    url: url === null ? null : url.toWellFormed(),
    headings: headings.map((heading) => heading.toWellFormed()),
    text: text.toWellFormed(),
    words: tenant.termsOf(passage.words),
    ...(vector === null ? {} : { vector }),
  });
}

/** @param source `_source` of a document @throws UnexpectedResponse when it is not a passage */
export function passageOf(source: unknown): Passage {
  return {
    id: textAt(source, 'id'),
    chatbotId: textAt(source, 'chatbotId'),
    sourceId: textAt(source, 'sourceId'),
    generation: textAt(source, 'generation'),
    ordinal: numberAt(source, 'ordinal'),
    title: textAt(source, 'title'),
    url: valueAt(source, 'url') === null ? null : textAt(source, 'url'),
    headings: listAt(source, 'headings').map(String),
    text: textAt(source, 'text'),
  };
}
