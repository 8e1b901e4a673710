/** The contract of an AnswerGenerator. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerGenerator, AnswerPart, AnswerRequest } from '../../src/answering/generators/answer-generator.ts';

export interface OpenedAnswerGenerator {
  readonly generator: AnswerGenerator;
  close(): Promise<void>;
}

export const beeRequest: AnswerRequest = {
  question: 'How do bees pollinate flowers?',
  date: '2026-11-24',
  memory: [],
  passages: [
    {
      title: 'Bees',
      url: 'https://bees.example/pollination',
      headings: ['Pollination'],
      text: 'Bees pollinate flowers by carrying pollen on their legs. They visit up to a hundred flowers on one flight.',
    },
    {
      title: 'Honey',
      url: null,
      headings: ['How honey is made'],
      text: 'Honey is made of nectar. It keeps for years.',
    },
  ],
  statistics: null,
  chatbot: {
    name: 'Bee helper',
    model: 'gpt-4o-mini',
    persona: '',
    tone: '',
    systemPrompt: '',
    humanHandoffEnabled: false,
  },
};

export async function collect(parts: AsyncIterable<AnswerPart>): Promise<string> {
  let text = '';
  for await (const part of parts) if (part.kind === 'text' || part.kind === 'quotation') text += part.text;
  return text;
}

export function describeAnswerGeneratorContract(name: string, open: () => Promise<OpenedAnswerGenerator>): void {
  describe(`An answer generator: ${name}`, () => {
    let opened: OpenedAnswerGenerator;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const never = new AbortController().signal;

    it('answers from the passages and cites them by number', async () => {
      const text = await collect(opened.generator.answer(beeRequest, never));
      expect(text).toMatch(/pollinate flowers/);
      expect(text).toContain('[1]');
    });

    it('gives text in parts that are never empty, and usage as whole numbers', async () => {
      for await (const part of opened.generator.answer(beeRequest, never)) {
        if (part.kind === 'text' || part.kind === 'quotation') expect(part.text).not.toBe('');
        if (part.kind === 'usage') {
          const { promptTokens, completionTokens } = part.usage;
          expect(Number.isSafeInteger(promptTokens + completionTokens)).toBe(true);
        }
      }
    });

    it('says something when nothing was found', async () => {
      const text = await collect(opened.generator.answer({ ...beeRequest, passages: [] }, never));
      expect(text.trim()).not.toBe('');
    });

    it('can be left in mid-answer and still answers the next question', async () => {
      for await (const part of opened.generator.answer(beeRequest, never)) if (part.kind === 'text') break;
      expect(await collect(opened.generator.answer(beeRequest, never))).not.toBe('');
    });

    it('gives nothing once the signal has aborted', async () => {
      await expect(collect(opened.generator.answer(beeRequest, AbortSignal.abort()))).rejects.toThrow();
    });

    it('condenses without throwing when the signal has aborted', async () => {
      const turns = [{ role: 'user', content: 'Tell me about bees' }] as const;
      expect(await opened.generator.condense('And wasps?', turns, AbortSignal.abort(), 'gpt-4o-mini')).toContain(
        'wasps',
      );
    });

    it('leaves a question without a conversation as it is', async () => {
      expect(await opened.generator.condense('How do bees fly?', [], never, 'gpt-4o-mini')).toBe('How do bees fly?');
    });

    it('has a name to be recorded', () => {
      expect(opened.generator.nameFor('gpt-4o-mini')).toMatch(/\S/);
    });
  });
}
