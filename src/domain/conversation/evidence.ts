import { type Static, Type } from 'typebox';
import { Count, Id, nullable, Sha256 } from '../schema.ts';

/** Place in a ranking, from 1. Absent in a passage that the ranking does not hold. */
const RankedPlace = Type.Optional(Type.Object({ rank: Count, score: Type.Number() }));

/** Slice of a recorded passage, by default all of it, after the white space `gap`. */
const TextPart = Type.Object({
  /** Index in `passages`. */
  passage: Count,
  from: Type.Optional(Count),
  to: Type.Optional(Count),
  gap: Type.Optional(Type.String()),
});

/**
 * Evidence of an answer, from which the prompt is rebuilt (decision 0021). Passages are identified by id and hash; their text
 * is in the blobs of their source. A passage that only expanded the context of a neighbour has the score 0. Optional fields are
 * absent in answers of earlier releases.
 */
export const AnswerEvidence = Type.Object({
  model: Type.String(),
  promptVersion: Type.String(),
  configurationRevision: Type.Optional(Count),
  passages: Type.Array(
    Type.Object({
      passageId: Type.String(),
      sourceId: Type.String(),
      score: Type.Number(),
      textHash: Sha256,
      byWords: RankedPlace,
      byVector: RankedPlace,
    }),
  ),
  /** Model and dimensions of the question's vector. */
  embedder: Type.Optional(Type.String()),
  /** Texts that the answer generator got, in the order of their numbers, as slices of `passages`. */
  texts: Type.Optional(Type.Array(Type.Array(TextPart))),
  /** Recorded messages that the answer generator got as memory: the newest of them, and their number. `null` without any. */
  memory: Type.Optional(nullable(Type.Object({ lastMessageId: Id, count: Count }))),
  /** SHA-256 of the messages sent to the model, as JSON; null when no model was called. */
  promptHash: Type.Optional(nullable(Sha256)),
  /** UTC, as `2026-11-24`, that the model was told. Absent when no model was asked. */
  date: Type.Optional(Type.String()),
  temperature: Type.Optional(Type.Number()),
  maxTokens: Type.Optional(Count),
  /** Name that the model's endpoint returned. */
  servedModel: Type.Optional(Type.String()),
  /** The endpoint's own word. */
  finishReason: Type.Optional(Type.String()),
  /**
   * Numbers, from 1, of the texts that the answer rests on and of its sources. `uncited`: the answer has the text's words
   * without citing it.
   */
  citations: Type.Optional(
    Type.Array(Type.Object({ number: Count, source: Count, uncited: Type.Optional(Type.Literal(true)) })),
  ),
  /** All that the output filters changed, also where `filtered` is cut. */
  filteredCount: Type.Optional(Count),
  promptTokens: nullable(Count),
  completionTokens: nullable(Count),
  condenseMs: Type.Optional(Count),
  retrievalMs: Type.Optional(Count),
  firstTokenMs: nullable(Count),
  totalMs: Count,
});
export type AnswerEvidence = Static<typeof AnswerEvidence>;

/** Words of the model that did not reach the visitor as they were. */
const FilteredText = Type.Object({
  filter: Type.Union([
    Type.Literal('prompt-leak'),
    Type.Literal('link'),
    Type.Literal('citation'),
    Type.Literal('suggestions-line'),
  ]),
  text: Type.String(),
  replacement: Type.String(),
});
export type FilteredText = Static<typeof FilteredText>;

/** An earlier turn as the visitor's page sent it: the memory of a session that was new to the server. */
const PageTurn = Type.Object({
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('agent')]),
  content: Type.String(),
});

/** Evidence in the words of the model or the visitor. Absent when there is none. */
export const SealedEvidence = Type.Object({
  filtered: Type.Optional(Type.Array(FilteredText)),
  pageMemory: Type.Optional(Type.Array(PageTurn)),
});
export type SealedEvidence = Static<typeof SealedEvidence>;
