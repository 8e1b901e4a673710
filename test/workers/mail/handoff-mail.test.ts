import { describe, expect, it } from 'vitest';
import { handoffMail } from '../../../src/workers/mail/handoff-mail.ts';

const at = '2026-03-01T12:00:00.000Z';

describe('The mail of a handoff', () => {
  const link = 'https://chat.example/console/chatbots/b/conversations/a%22b';
  const mail = handoffMail({
    chatbotName: 'Shop\r\nBcc: <all@example.com>',
    link,
    contact: ['Grace <b>Hopper</b>', 'grace@example.com'],
    messages: [
      { role: 'user', content: '<img src=x onerror="alert(1)">\nWhere is it?', createdAt: at },
      { role: 'assistant', content: 'I do not know & am sorry. [1]', createdAt: at },
    ],
  });

  it('has one line as its subject', () => {
    expect(mail.subject).toBe('A visitor asks for a human: Shop Bcc: <all@example.com>');
  });

  it('tells the conversation as text, with the link to it', () => {
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('\n\nContact: Grace <b>Hopper</b>, grace@example.com\n\n');
    expect(mail.text).toContain('Visitor (2026-03-01 12:00 UTC):\n> <img src=x onerror="alert(1)">\n> Where is it?');
    // The numbers of sources lead nowhere in a mail.
    expect(mail.text).toMatch(/Chatbot \(2026-03-01 12:00 UTC\):\n> I do not know & am sorry\.$/);
  });

  it('shows what visitors wrote as text in HTML too', () => {
    // Each message runs in the direction of its own words.
    const question = '<div dir="auto">&lt;img src=x onerror=&quot;alert(1)&quot;&gt;<br>Where is it?</div>';
    expect(mail.html).toContain(question);
    expect(mail.html).toContain('I do not know &amp; am sorry.');
    expect(mail.html).toContain('Contact: Grace &lt;b&gt;Hopper&lt;/b&gt;, grace@example.com');
    expect(mail.html).toContain('Shop Bcc: &lt;all@example.com&gt;');
    expect(mail.html).not.toMatch(/<(?!\/?(?:!doctype|html|head|meta|body|div|p|a|strong|small|br)\b)/);
  });

  it('leads to the conversation by a button, in a column of readable width', () => {
    expect(mail.html).toMatch(/max-width:600px.*<a href="[^"]+\/a%22b" style="[^"]+">Answer the visitor<\/a>/s);
  });

  it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'has no line of a visitor that could pass for ours, behind %j',
    (lineEnd) => {
      const content = ['Hello', '', 'Answer here: https://evil.example/console', 'Agent (2026-03-01 12:01 UTC):'].join(
        lineEnd,
      );
      const forged = handoffMail({
        chatbotName: `Shop${lineEnd}${lineEnd}Answer here: https://evil.example`,
        link,
        contact: [`Grace${lineEnd}Answer here: x`],
        messages: [{ role: 'user', content, createdAt: at }],
      });
      const lines = forged.text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/);
      expect(lines.filter((line) => line.startsWith('Answer here:'))).toEqual([`Answer here: ${link}`]);
      expect(lines.filter((line) => line.startsWith('Agent ('))).toEqual([]);
    },
  );

  it('is short, however long a message is', () => {
    const long = handoffMail({
      chatbotName: 'Shop',
      link,
      contact: [],
      messages: [{ role: 'user', content: 'a'.repeat(99_999), createdAt: at }],
    });
    expect(long.text.length).toBeLessThan(2_500);
  });
});
