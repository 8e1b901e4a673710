import type { AnswerEvidence } from '../../../src/domain/conversation/evidence.ts';

/** The evidence of an answer without a model that found nothing. */
export const EVIDENCE: AnswerEvidence = {
  model: 'offline',
  promptVersion: '1',
  passages: [],
  promptTokens: null,
  completionTokens: null,
  firstTokenMs: null,
  totalMs: 1,
};
