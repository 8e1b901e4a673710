import type { Passage, SearchStatistics } from '../../ports/search-index.ts';
import { passageId } from '../../text/passage.ts';
import { promoteBest } from '../../text/ranking/fusion.ts';
import { type Ranking, topK } from '../../text/ranking/ranking.ts';
import { asksWhatIs } from '../extractive/site-question.ts';
import { type ExpandedPassage, expandContext, type RankedPlace } from './context-expansion.ts';
import { dropNearDuplicates, shinglesOf } from './near-duplicates.ts';
import { perPassage } from './passage-cache.ts';
import { type RankingDeps, type RankingRequest, rankPassages } from './rank-passages.ts';

export type RetrievalRequest = RankingRequest;
export type RetrievalDeps = RankingDeps;
export type RetrievedPassage = ExpandedPassage;

export interface Retrieval {
  /** At most eight, best first, without near-duplicates and with their context. */
  readonly passages: readonly RetrievedPassage[];
  readonly statistics: SearchStatistics | null;
}

const MAX_PASSAGES = 8;
/** Places for the nearest passages of a trained model. */
const NEAREST_PLACES = 2;
/** More than needed, since near-duplicates are dropped. */
const MAX_CANDIDATES = 24;
/** Sources whose beginnings are read for "What is …?" */
const MAX_BEGINNINGS = 3;

const shinglesOfPassage = perPassage(({ text }) => shinglesOf(text));

/** @throws StoreUnavailable; the signal's reason when it aborts */
export async function retrievePassages(
  request: RetrievalRequest,
  deps: RetrievalDeps,
  signal: AbortSignal,
): Promise<Retrieval> {
  if (request.generations.length === 0) return { passages: [], statistics: null };
  const { chatbotId, generations } = request;
  const { fused, byWords, byVector, statistics } = await rankPassages(request, deps, signal);
  signal.throwIfAborted();
  const nearest = deps.embedder.kind === 'model' ? byVector.ids.slice(0, NEAREST_PLACES) : [];
  const candidates = topK(promoteBest(fused, nearest, MAX_PASSAGES), MAX_CANDIDATES);
  const scores = new Map(candidates.ids.map((id, place) => [id, candidates.scores[place] ?? 0]));
  const beginnings = asksWhatIs(request.question) ? beginningsOf(generations) : [];
  const passages = await deps.searchIndex.getPassages(chatbotId, [...new Set([...candidates.ids, ...beginnings])]);
  signal.throwIfAborted();
  // A lagging index may return stale passages, which must not be quoted.
  const active = new Set(generations);
  const current = passages.filter((passage) => passage.chatbotId === chatbotId && active.has(passage.generation));
  const chosen = withBeginnings(current, beginnings);
  const ids = new Set(chosen.map(({ id }) => id));
  const [inWords, inVector] = [placesIn(byWords, ids), placesIn(byVector, ids)];
  const found = chosen.map((passage) => ({
    passage,
    score: scores.get(passage.id) ?? 0,
    byWords: inWords.get(passage.id) ?? null,
    byVector: inVector.get(passage.id) ?? null,
  }));
  const expanded = await expandContext(found, chatbotId, deps.searchIndex);
  signal.throwIfAborted();
  return { passages: expanded, statistics };
}

/** Beginnings tell what something is, though they may name it less often than other passages. */
const beginningsOf = (generations: readonly string[]): readonly string[] =>
  generations.slice(0, MAX_BEGINNINGS).map((generation) => passageId(generation, 0));

/** @param passages best first, then those beginnings that were not found */
function withBeginnings(passages: readonly Passage[], beginnings: readonly string[]): readonly Passage[] {
  const best = dropNearDuplicates(passages, shinglesOfPassage, MAX_PASSAGES);
  const lacking = passages.filter((passage) => beginnings.includes(passage.id) && !best.includes(passage));
  return lacking.length === 0 ? best : [...best.slice(0, MAX_PASSAGES - lacking.length), ...lacking];
}

function placesIn({ ids, scores }: Ranking, wanted: ReadonlySet<string>): ReadonlyMap<string, RankedPlace> {
  const places = new Map<string, RankedPlace>();
  for (let place = 0; place < ids.length && places.size < wanted.size; place += 1) {
    const id = ids[place] ?? '';
    if (wanted.has(id) && !places.has(id)) places.set(id, { rank: place + 1, score: scores[place] ?? 0 });
  }
  return places;
}
