import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOpenAiModels } from '../../../src/adapters/openai/models.ts';
import type { AnswerGenerator } from '../../../src/answering/generators/answer-generator.ts';
import { modelAnswers } from '../../../src/answering/model-answers.ts';
import { beeRequest, describeAnswerGeneratorContract } from '../../contracts/answer-generator.ts';
import { type ModelEndpoint, openModelEndpoint } from '../../support/servers/model-endpoint.ts';

describeAnswerGeneratorContract('a language model', async () => {
  const endpoint = await openModelEndpoint();
  const { languageModel } = openOpenAiModels({ baseUrl: endpoint.url, apiKey: 'key' });
  return { generator: modelAnswers(languageModel), close: () => endpoint.close() };
});

describe('A model that writes ill-formed Unicode', () => {
  const bee = '🐝';
  const answerOf = async (pieces: readonly string[]) => {
    const model = modelAnswers({
      async *stream() {
        for (const text of pieces) yield { kind: 'text', text };
      },
      complete: () => Promise.reject(new Error('A second call')),
    });
    const parts = await Array.fromAsync(model.answer(beeRequest, new AbortController().signal));
    return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  };

  it.each([
    ['a first half alone', ['Bees \ud83d hum.'], 'Bees \ufffd hum.'],
    ['a second half alone', ['Bees \udc1d hum.'], 'Bees \ufffd hum.'],
    ['halves in the wrong order', ['Bees \udc1d\ud83d hum.'], 'Bees \ufffd\ufffd hum.'],
    ['a half before the next piece', ['Bees \ud83d', ' hum.'], 'Bees \ufffd hum.'],
    ['a half at the end', ['Bees hum.', '\ud83d'], 'Bees hum.\ufffd'],
    ['a pair in two pieces', ['Bees \ud83d', '\udc1d hum.'], `Bees ${bee} hum.`],
    ['a half before a pair in two pieces', ['Bees \ud83d\ud83d', '', '\udc1d hum.'], `Bees \ufffd${bee} hum.`],
  ])('is shown with U+FFFD for %s, and pairs whole', async (_what, pieces, shown) => {
    const parts = await answerOf(pieces);
    expect(parts.join('')).toBe(shown);
    expect(parts.filter((part) => !part.isWellFormed())).toEqual([]);
  });
});

it.each([
  ['one piece', 24_000],
  ['very many pieces', 100],
])(
  'A whole answer that comes at once, in %s, is passed on with turns of the event loop between its parts',
  async (_, length) => {
    const answer = '[]('.repeat(8_000);
    const model = modelAnswers({
      async *stream() {
        for (let from = 0; from < answer.length; from += length) {
          yield { kind: 'text', text: answer.slice(from, from + length) };
        }
      },
      complete: () => Promise.reject(new Error('A second call')),
    });
    let now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    let turns = 0;
    let running = setImmediate(function turn() {
      turns += 1;
      running = setImmediate(turn);
    });
    let text = '';
    const turnsOfParts = new Set<number>();
    for await (const part of model.answer(beeRequest, new AbortController().signal)) {
      if (part.kind !== 'text') continue;
      turnsOfParts.add(turns);
      text += part.text;
      now += 10;
    }
    clearImmediate(running);
    clock.mockRestore();
    expect(text).toBe(answer);
    expect(turnsOfParts.size).toBeGreaterThan(20);
  },
);

describe('The suggestions line of a model', () => {
  const asked = ['What do bees eat?', 'Where do bees live?', 'Who keeps bees?'];
  const line = `[SUGGESTIONS] ${asked.join(' | ')}`;

  /** An answer that a model streams as `pieces`. */
  async function answered(pieces: readonly string[]) {
    const model = modelAnswers({
      async *stream() {
        for (const text of pieces) yield { kind: 'text', text };
      },
      complete: () => Promise.reject(new Error('A second call')),
    });
    const parts = await Array.fromAsync(model.answer(beeRequest, new AbortController().signal));
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    return { text, suggestions: parts.flatMap((part) => (part.kind === 'suggestions' ? part.questions : [])) };
  }

  it.each([
    ['at the end', `Pollen [1].\n\n${line}`, 'Pollen [1].'],
    ['before a last line break', `Pollen [1].\n${line}\n\n`, 'Pollen [1].'],
    ['in another case', `Pollen [1].\n\n[Suggestions] ${asked.join('|')}`, 'Pollen [1].'],
    ['in bold', `Pollen [1].\n\n**[SUGGESTIONS]** ${asked.join(' | ')}`, 'Pollen [1].'],
    ['escaped', `Pollen [1].\n\\[SUGGESTIONS\\] ${asked.join(' | ')}`, 'Pollen [1].'],
    ['as a list', `Pollen [1].\n\n[SUGGESTIONS]\n${asked.map((one) => `- ${one}`).join('\n')}`, 'Pollen [1].'],
    ['as a numbered list', `Hm.\n[SUGGESTIONS]:\n\n${asked.map((one, at) => `${at + 1}. ${one}`).join('\n')}`, 'Hm.'],
    ['without separators', `Pollen [1].\n\n[SUGGESTIONS] ${asked.join(' ')}`, 'Pollen [1].'],
    ['marked on each line', `Hm.\n${asked.map((one) => `[SUGGESTIONS] ${one}`).join('\n')}`, 'Hm.'],
    ['in brackets each', `Hm.\n[SUGGESTIONS] ${asked.map((one) => `[${one}]`).join(' | ')}`, 'Hm.'],
    ['in the brackets of the marker', `Hm.\n\n[SUGGESTIONS: ${asked.join(' | ')}]`, 'Hm.'],
    ['with a translated marker', `Hm.\n\n[VORSCHLÄGE] ${asked.join(' | ')}`, 'Hm.'],
    ['without brackets', `Hm.\n\nSUGGESTIONS: ${asked.join(' | ')}`, 'Hm.'],
    ['in bold, as a list', `Hm.\n\n**Suggestions:**\n${asked.map((one) => `- ${one}`).join('\n')}`, 'Hm.'],
    ['before a special token', `Hm.\n\n${line}<|eot_id|>`, 'Hm.'],
    ['on the line of the answer', `Pollen [1]. ${line}`, 'Pollen [1].'],
    ['in the middle', `Pollen [1].\n\n${line}\n\nAnd wax [2].`, 'Pollen [1].\n\nAnd wax [2].'],
    ['first', `${line}\n\nPollen [1].`, '\n\nPollen [1].'],
    ['and nothing else', line, ''],
  ])('is withheld and read: %s', async (_where, text, shown) => {
    expect(await answered([text])).toEqual({ text: shown, suggestions: asked });
    expect(await answered([...text])).toEqual({ text: shown, suggestions: asked });
  });

  it('counts as it was written last', async () => {
    const twice = await answered([`Pollen.\n[SUGGESTIONS] A? | B? | C?\n\n${line}`]);
    expect(twice).toEqual({ text: 'Pollen.', suggestions: asked });
  });

  it('is read in languages that write no or other question marks', async () => {
    const lines = [
      '营业时间？ | 在哪里 | 多少钱？',
      'ร้านเปิดกี่โมง | อยู่ที่ไหน | ราคาเท่าไร',
      'Πού; | Πότε; | Πόσο;',
      'أين؟ | متى؟ | كم؟',
    ];
    for (const one of lines) {
      expect((await answered([`x\n[SUGGESTIONS] ${one}`])).suggestions).toEqual(one.split(' | '));
    }
  });

  it.each([
    ['too few questions', 'x\n[SUGGESTIONS] What do bees eat?', ['What do bees eat?']],
    ['a question that was cut off', 'x\n[SUGGESTIONS] What do bees eat? | Where do be', ['What do bees eat?']],
    ['the wording of the prompt', 'x\n[SUGGESTIONS] first question | second question | third question', []],
    ['no question', 'x\n[SUGGESTIONS]\n', []],
    ['a translated marker and too few', 'x\n[VORSCHLÄGE] Was? | Wo?', []],
    ['another line', 'x\nWhat do bees eat? | Where? | Who?', []],
  ])('with %s gives those that are whole', async (_what, text, suggestions) => {
    expect((await answered([...text])).suggestions).toEqual(suggestions);
  });

  it('leaves brackets, lists and white space of the answer as they are', async () => {
    const text =
      'Do:\n\n- [ ] wax [1]\n- [Wax] and more\nSuggestions: wax.\nSo\n* [x](https://bees.example)\n\n```\n  [SUGGEST\n[1, 2]\n```\nThe [suggestion box] | hive?';
    expect((await answered([text])).text).toBe(text);
    expect((await answered([...text])).text).toBe(text);
  });

  it('is the same however the stream is cut', async () => {
    const fragment = fc.constantFrom(
      ...'[ ] \\ * - | ? \n : SUGG S s ESTIONS [Vorschläge] [SUGGESTIONS] suggestions word a? Where? 1. [1]'.split(' '),
      '\n',
      ' ',
    );
    const text = fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat({ max: 120 }), { maxLength: 20 }), async (whole, cuts) => {
        const places = [0, ...cuts.sort((one, other) => one - other), whole.length];
        const pieces = places.slice(1).map((to, at) => whole.slice(places[at], to));
        expect(await answered(pieces)).toEqual(await answered([whole]));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('A question condensed by a language model', () => {
  let endpoint: ModelEndpoint;
  const never = new AbortController().signal;
  const memory = [{ role: 'user', content: 'Tell me about bees' }] as const;
  const open = (condenseMs?: number): AnswerGenerator =>
    modelAnswers(openOpenAiModels({ baseUrl: endpoint.url, limits: { retryDelayMs: 5 } }).languageModel, condenseMs);
  beforeEach(async () => {
    endpoint = await openModelEndpoint();
  });
  afterEach(() => endpoint.close());

  it('stands alone', async () => {
    endpoint.replyAtOnce = () => ' Do wasps\npollinate? ';
    expect(await open().condense('And wasps?', memory, never, 'gpt-4o-mini')).toBe('Do wasps pollinate?');
    expect(endpoint.requests[0]?.body.messages?.at(-1)?.content).toContain('Tell me about bees');
  });

  it('is the question itself when the model fails or takes too long', async () => {
    endpoint.faults.push({ kind: 'status', status: 500 }, { kind: 'hang' });
    expect(await open().condense('And wasps?', memory, never, 'gpt-4o-mini')).toBe('And wasps?');
    expect(await open(50).condense('And wasps?', memory, never, 'gpt-4o-mini')).toBe('And wasps?');
  });
});
