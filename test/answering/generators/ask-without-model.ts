import { extractiveAnswers } from '../../../src/answering/extractive/extractive-answers.ts';
import { beeRequest, collect } from '../../contracts/answer-generator.ts';

/** The answer of the extractive generator. @param more default: passages about bees, without memory */
export const ask = (question: string, more: Partial<typeof beeRequest> = {}): Promise<string> =>
  collect(extractiveAnswers().answer({ ...beeRequest, question, ...more }, new AbortController().signal));
