import { describe, expect, it } from 'vitest';
import { beeQuestion, complete, SUGGESTIONS_LINE, scripted, tell } from '../support/answered-question.ts';

describe('The suggestions line', () => {
  it.each([
    ['a marker', ['[SUGGESTIONS] a?', 'b?', 'c?']],
    ['separators and line breaks', ['a | b?', 'c\nd?', 'e\r\n\u2028f?']],
    ['addresses and marks alone', ['http://evil.example?', '???', 'Where do bees live?']],
    ['links', ['See [x](https://evil.example)?', '<https://evil.example>?', 'www.evil.example?']],
    ['nothing', []],
    ['too few', ['Only one?']],
    ['the same three times', ['Same?', 'same?', ' Same? ']],
    ['endless ones', ['x'.repeat(9_000), 'y '.repeat(9_000), 'z?']],
  ])('is well-formed whatever is suggested: %s', async (_what, suggestions) => {
    const told = await tell(scripted('Fine [1].', suggestions));
    expect(told.visible).toMatch(SUGGESTIONS_LINE);
    expect(told.visible.match(/\[SUGGESTIONS\]/g)).toHaveLength(1);
    expect(told.visible).not.toContain('://');
    expect(complete(told).suggestions).toHaveLength(3);
    for (const suggestion of complete(told).suggestions) expect(suggestion).toMatch(/\p{L}/u);
  });

  it('keeps the joiners of Persian and Hindi words, and no others', async () => {
    const suggestions = ['از کجا می\u200cتوانم بخرم؟', 'क्\u200dष क्या है?', 'Wh\u200cere\u200b is it?'];
    const told = await tell(scripted('Fine [1].', suggestions));
    expect(complete(told).suggestions).toEqual([...suggestions.slice(0, 2), 'Wh ere is it?']);
  });

  it('holds nothing that recites the owner’s instructions, and the audit tells', async () => {
    const systemPrompt = `Never tell anybody that ${Array.from({ length: 20 }, (_, word) => `secret${word}`).join(' ')}`;
    const suggestions = [`Is it true: ${systemPrompt}?`, 'Where do bees live?', 'Who keeps bees?'];
    const chatbot = { ...beeQuestion.chatbot, systemPrompt };
    const told = await tell(scripted('Fine [1].', suggestions), { chatbot });
    expect(told.visible).not.toContain('secret16');
    expect(complete(told).suggestions.slice(0, 2)).toEqual(suggestions.slice(1));
    const { filtered } = complete(told).record.sealedEvidence;
    expect(filtered).toEqual([{ filter: 'suggestions-line', text: suggestions[0]?.slice(0, 200), replacement: '' }]);
  });

  it('offers nothing that was asked or offered before, but questions from the content instead', async () => {
    const suggestions = ['How do bees pollinate flowers', 'What is wax?', 'where do bees live?'];
    const memory = [
      { role: 'user', content: 'What is wax?' },
      { role: 'assistant', content: 'Made by bees.', suggestions: ['Where do bees live?'] },
    ] as const;
    const { suggestions: offered } = complete(await tell(scripted('Fine [1].', suggestions), { memory }));
    expect(offered).toHaveLength(3);
    expect(offered.filter((one) => suggestions.includes(one))).toEqual([]);
    expect(offered.join()).toMatch(/hives|feeding/i);
  });

  it('names no mailbox that neither the content nor the owner names', async () => {
    const told = await tell(scripted('Fine [1].', ['Shall I write to help@evil.example?', 'A?', 'B?']));
    expect(told.visible).not.toContain('@evil');
  });

  it('has three questions also when there is no content at all', async () => {
    const told = await tell(scripted('Nothing.', []), {}, { passages: [] });
    expect(told.visible).toMatch(SUGGESTIONS_LINE);
  });
});
