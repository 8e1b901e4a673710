/** Retrieves for the same question from today's content, and compares. */
import { hash } from 'node:crypto';
import type { FoundPassage, RankedPlace } from '../../answering/retrieval/context-expansion.ts';
import { type RetrievalDeps, type RetrievedPassage, retrievePassages } from '../../answering/retrieval/retrieve.ts';
import type { AnswerEvidence } from '../../domain/conversation/evidence.ts';

export interface RetrievalTodayDeps extends RetrievalDeps {
  readonly activeGenerations: (chatbotId: string) => Promise<readonly string[]>;
}

export type PassageToday = {
  passageId: string;
  sourceId: string;
  title: string;
  url: string | null;
  contentHash: string;
  score: number;
  byWords: RankedPlace | null;
  byVector: RankedPlace | null;
};

/** Ranks count the found passages of an answer from 1. */
export type PassageChange = {
  sourceId: string;
  contentHash: string;
  change: 'same' | 'moved' | 'gone' | 'new';
  rankThen: number | null;
  rankNow: number | null;
  /** A passage is gone when its source was deleted or no longer has this content, or other passages rank higher. */
  reason: 'source_deleted' | 'content_changed' | 'ranked_lower' | null;
};

export type RetrievalToday = { embedder: string; passages: PassageToday[]; changes: PassageChange[] };

const TIME_LIMIT_MS = 5_000;

/** Returns null when the search does not answer in time. @throws StoreUnavailable */
export async function retrievalToday(
  chatbotId: string,
  question: string,
  then: AnswerEvidence['passages'],
  deps: RetrievalTodayDeps,
): Promise<RetrievalToday | null> {
  const generations = await deps.activeGenerations(chatbotId);
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  try {
    const { passages: retrieved } = await retrievePassages({ chatbotId, generations, question }, deps, limit);
    const passages = byRank(retrieved.flatMap(foundIn)).map(passageToday);
    return { embedder: deps.embedder.id, passages, changes: changesBetween(then, passages, new Set(generations)) };
  } catch (error) {
    if (limit.aborted) return null;
    throw error;
  }
}

const foundIn = (expanded: RetrievedPassage): readonly FoundPassage[] => [expanded, ...expanded.joined];

const byRank = <Scored extends { readonly score: number }>(passages: readonly Scored[]): readonly Scored[] =>
  passages.toSorted((one, other) => other.score - one.score);

function passageToday({ passage, score, byWords, byVector }: FoundPassage): PassageToday {
  const { id: passageId, sourceId, title, url, text } = passage;
  return { passageId, sourceId, title, url, contentHash: hash('sha256', text, 'hex'), score, byWords, byVector };
}

/** A passage is the same while its source and its text are, whichever run indexed it. */
function changesBetween(
  then: AnswerEvidence['passages'],
  now: readonly PassageToday[],
  generations: ReadonlySet<string>,
): PassageChange[] {
  const keyOf = (sourceId: string, contentHash: string) => `${sourceId} ${contentHash}`;
  const ranksNow = new Map(now.map(({ sourceId, contentHash }, place) => [keyOf(sourceId, contentHash), place + 1]));
  const before = byRank(then.filter(wasFound)).map(
    ({ passageId, sourceId, textHash: contentHash }, place): PassageChange => {
      const rankThen = place + 1;
      const rankNow = ranksNow.get(keyOf(sourceId, contentHash)) ?? null;
      ranksNow.delete(keyOf(sourceId, contentHash));
      if (rankNow !== null) {
        return {
          sourceId,
          contentHash,
          change: rankThen === rankNow ? 'same' : 'moved',
          rankThen,
          rankNow,
          reason: null,
        };
      }
      const reason = reasonGone(sourceId, passageId, generations);
      return { sourceId, contentHash, change: 'gone', rankThen, rankNow, reason };
    },
  );
  const added = now.flatMap(({ sourceId, contentHash }): PassageChange[] => {
    const rankNow = ranksNow.get(keyOf(sourceId, contentHash));
    if (rankNow === undefined) return [];
    return [{ sourceId, contentHash, change: 'new', rankThen: null, rankNow, reason: null }];
  });
  return [...before, ...added];
}

/** Others only expanded the context of a found passage. Early releases recorded no ranks. */
const wasFound = ({ score, byWords, byVector }: AnswerEvidence['passages'][number]): boolean =>
  score > 0 || byWords !== undefined || byVector !== undefined;

/** A generation is named `<source id>.<run>`, its passages `<generation>.<ordinal>`. */
function reasonGone(sourceId: string, passageId: string, generations: ReadonlySet<string>): PassageChange['reason'] {
  if (generations.has(passageId.slice(0, passageId.lastIndexOf('.')))) return 'ranked_lower';
  const exists = [...generations].some((generation) => generation.startsWith(`${sourceId}.`));
  return exists ? 'content_changed' : 'source_deleted';
}
