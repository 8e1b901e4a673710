/** The text of passages as it was when they were found, from the manifest of the run that indexed them. */
import { hash } from 'node:crypto';
import type { PromptPassage } from '../../answering/prompt/rebuild-prompt.ts';
import { sourceScope } from '../../domain/blob-scopes.ts';
import { streamPages } from '../../event-log/log-pages.ts';
import type { ReadableBlobs } from '../../ports/blobs.ts';
import type { ReadableLog, StoredEvent } from '../../ports/event-log.ts';
import { type ManifestPassage, pickPassages } from '../../projections/data-sources/manifest.ts';

export interface PassageRef {
  readonly passageId: string;
  readonly sourceId: string;
  readonly textHash: string;
}

export type FoundText =
  | { readonly kind: 'found'; readonly passage: PromptPassage }
  /** The source was deleted. */
  | { readonly kind: 'erased' }
  /** The stored text is missing, or is not what the answer's hash says. */
  | { readonly kind: 'missing' };

export interface PassagesThenDeps {
  readonly log: Pick<ReadableLog, 'readStream'>;
  readonly blobs: Pick<ReadableBlobs, 'stream'>;
}

const PAGE = 500;
/** `<source id>.<run>.<ordinal>` */
const PASSAGE_ID = /^(?<source>[0-9a-f-]{36})\.(?<run>\d{1,9})\.(?<ordinal>\d{1,9})$/;
const MISSING: FoundText = { kind: 'missing' };

interface PassagePlace {
  readonly sourceId: string;
  readonly run: number;
  readonly ordinal: number;
}

/** Returns them in the order of `refs`. Reads each manifest once. */
export async function passagesThen(
  chatbotId: string,
  refs: readonly PassageRef[],
  deps: PassagesThenDeps,
): Promise<readonly FoundText[]> {
  const places = refs.map(placeOf);
  const known = places.filter((place) => place !== null);
  const texts = new Map<string, ReadonlyMap<number, ManifestPassage> | 'erased' | null>();
  for (const { sourceId, run } of known) {
    const key = `${sourceId}.${run}`;
    if (texts.has(key)) continue;
    const ordinals = known.filter((one) => one.sourceId === sourceId && one.run === run).map(({ ordinal }) => ordinal);
    texts.set(key, await passagesOfRun({ chatbotId, sourceId, run }, new Set(ordinals), deps));
  }
  return refs.map(({ textHash }, index) => {
    const place = places[index];
    const run = place ? texts.get(`${place.sourceId}.${place.run}`) : null;
    if (run === 'erased') return { kind: 'erased' };
    const passage = place ? run?.get(place.ordinal) : undefined;
    if (passage === undefined || hash('sha256', passage.text, 'hex') !== textHash) return MISSING;
    const { title, url, headings, text } = passage;
    return { kind: 'found', passage: { title, url, headings, text } };
  });
}

/** Returns null for an id of another form. Ids come from the log, whose bytes are untrusted. */
function placeOf({ passageId }: PassageRef): PassagePlace | null {
  const { source, run, ordinal } = PASSAGE_ID.exec(passageId)?.groups ?? {};
  return source === undefined ? null : { sourceId: source, run: Number(run), ordinal: Number(ordinal) };
}

async function passagesOfRun(
  { chatbotId, sourceId, run }: { readonly chatbotId: string; readonly sourceId: string; readonly run: number },
  ordinals: ReadonlySet<number>,
  { log, blobs }: PassagesThenDeps,
): Promise<ReadonlyMap<number, ManifestPassage> | 'erased' | null> {
  let manifestHash: string | null = null;
  for await (const page of streamPages(log, `source-${sourceId}`, PAGE)) {
    if (page.some(({ type }) => type === 'DataSourceDeleted')) return 'erased';
    manifestHash = page.map((event) => manifestOf(event, chatbotId, run)).find((one) => one !== null) ?? manifestHash;
  }
  const bytes = manifestHash === null ? null : await blobs.stream(sourceScope(chatbotId, sourceId), manifestHash);
  return bytes === null ? null : pickPassages(bytes, ordinals);
}

function manifestOf({ type, data }: StoredEvent, chatbotId: string, run: number): string | null {
  const isRun = type === 'IngestionCompleted' && data.chatbotId === chatbotId && data.generation === run;
  return isRun && typeof data.manifestHash === 'string' ? data.manifestHash : null;
}
