import { expect, test, vi } from 'vitest';
import { JsonLines, writeNote } from '../../src/cli/audit/output.ts';
import { terminalSafe } from '../../src/cli/terminal-safe.ts';

/** Clears the screen by C0 and by C1, deletes, and reorders. */
const hostile = '\u001b[2J\u009b2J\u007f\u202eevil\u2066 \u2028';

test('What visitors wrote gives a terminal nothing that it obeys, and JSON still means the same', async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    const lines = new JsonLines();
    await lines.write({ question: `${hostile} سلام‌ 👩‍👧` });
    await lines.flush();
  } finally {
    write.mockRestore();
  }
  const [line = ''] = written;
  expect(line.trimEnd()).not.toMatch(/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u);
  expect(JSON.parse(line)).toEqual({ question: `${hostile} سلام‌ 👩‍👧` });
});

test('A note for operators shows control characters instead of obeying them', () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    writeNote(`chatbot \u001b]0;owned\u0007 has failed\r`);
  } finally {
    write.mockRestore();
  }
  expect(written).toEqual(['chatbot \\u001b]0;owned\\u0007 has failed\\u000d\n']);
});

test('Line breaks and tabs stay', () => {
  expect(terminalSafe('a,b\r\nc\td\n')).toBe('a,b\r\nc\td\n');
});
