/** The README's walk, as it stands there, against the real program: what a newcomer pastes into a shell works. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { docxOf, pdfOf, wordParagraph } from '../support/documents.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { page, startTestSite } from '../support/test-site.ts';

const root = new URL('../../', import.meta.url);
const WALK_WITHIN_MS = 60_000;

/** The shell commands under the heading. @throws Error when the README has none there */
function walkOf(readme: string): string {
  const [, walk] = /^## From nothing to a streamed answer\n+```sh\n([\s\S]+?)^```$/m.exec(readme) ?? [];
  if (walk === undefined) throw new Error('The README has no walk');
  return walk;
}

/** Replaces every one. @throws Error when there is none: the walk has changed, and this test with it must */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The walk does not say ${from}`);
  return text.replaceAll(from, to);
}

interface Walk {
  /** What the commands printed, one after the other: JSON answers, and the stream. */
  readonly stdout: string;
  readonly stderr: string;
  /** The stream alone. */
  readonly answer: string;
  /** Where it was done: cookies are kept there. */
  readonly directory: string;
  /** Runs commands after the walk, with what it left behind. */
  more(commands: string): Promise<string>;
}

/** Does the walk in a folder that holds what it uploads. */
async function walk(): Promise<Walk> {
  const site = await startTestSite({ '/': page('Opening hours', 'The shop opens at nine and closes at six.') });
  onTestFinished(() => site.close());
  const service = await startServiceProcess({ DATA_DIR: temporaryDirectory(), CRAWL_ALLOW_HOSTS: site.host });
  onTestFinished(() => service.signal('SIGKILL'));
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'docs'));
  cpSync(new URL('docs/configuration.md', root), join(directory, 'docs/configuration.md'));
  const { address } = service;
  const asWritten = walkOf(readFileSync(new URL('README.md', root), 'utf8'));
  const script = replaced(
    replaced(asWritten, 'http://localhost:3000', address),
    'https://example.com/',
    `${site.url}/`,
  );
  const run = async (commands: string) =>
    // With a socket as its input bash would take itself for a remote shell, and read the machine's own settings.
    promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
      cwd: directory,
      timeout: WALK_WITHIN_MS,
    });
  const { stdout, stderr } = await run(script);
  const answer = readFileSync(join(directory, 'answer.txt'), 'utf8');
  const beginning = script.slice(0, script.indexOf('# An account'));
  const more = async (commands: string) => (await run(`${beginning}\n${commands}`)).stdout;
  return { stdout, stderr, answer, directory, more };
}

/** The JSON values that are printed one after the other, without anything between. */
function answersIn(printed: string): readonly { success: boolean; data: Record<string, never> }[] {
  return printed
    .split(/(?<=\})\s*(?=\{"success")/)
    .filter((text) => text.trim() !== '')
    .map((text) => JSON.parse(text));
}

test('The README leads from nothing to a streamed answer, a rating, the history and the satisfaction', async () => {
  const { stdout, stderr, answer } = await walk();
  expect(stderr).toBe('');

  const events = [...answer.matchAll(/^event: (\w+)\ndata: (.+)$/gm)].map(([, event, data = '']) => ({
    event,
    data: JSON.parse(data),
  }));
  const tokens = events.filter(({ event }) => event === 'token');
  expect(tokens.length).toBeGreaterThan(1);
  const text = tokens.map(({ data }) => data.token).join('');
  expect(text).toContain('within 30 days');
  expect(text.split('\n').at(-1)).toMatch(/^\[SUGGESTIONS\] [^|]+\? \| [^|]+\? \| [^|]+\?$/);
  const last = events.at(-1);
  expect(last).toMatchObject({
    event: 'done',
    data: { sessionId: 'visitor-1', messageId: expect.any(String), sources: [{ title: 'Returns', url: null }] },
  });

  const answers = answersIn(stdout.replace(answer, ''));
  expect(answers.filter(({ success }) => !success)).toEqual([]);
  const [account, addedText, addedPage, addedFile, rating, history, satisfaction] = answers.map(({ data }) => data);
  expect(account).toMatchObject({ user: { email: 'owner@example.com', name: 'Olivia Owner', plan: 'free' } });
  expect(addedText).toMatchObject({ dataSource: { type: 'text', title: 'Returns' } });
  expect(addedPage).toMatchObject({ dataSource: { type: 'url', isRecursive: false } });
  expect(addedFile).toMatchObject({ dataSource: { type: 'file', fileName: 'configuration.txt' } });
  expect(rating).toEqual({ feedback: 'positive' });
  const content = text.slice(0, text.indexOf('[SUGGESTIONS]')).trimEnd();
  expect(history).toMatchObject({
    messages: [
      { role: 'user', content: 'How long can I return a jacket?', sessionId: 'visitor-1' },
      { role: 'assistant', content, feedback: 'positive', messageId: last?.data.messageId },
    ],
    nextBefore: null,
  });
  expect(satisfaction).toEqual({ positive: 1, negative: 0, total: 1, rate: 100 });
  expect(answers).toHaveLength(7);
});

test('Every kind of file that the walk names is read when it is uploaded by curl', async () => {
  const { more, directory } = await walk();
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const files = [
    { name: 'warranty.pdf', type: 'application/pdf', bytes: pdfOf([['The warranty lasts four years.']]) },
    { name: 'shipping.docx', type: docx, bytes: docxOf(wordParagraph('Parcels leave the warehouse on Tuesdays.')) },
    {
      name: 'prices.csv',
      type: 'text/csv',
      bytes: Buffer.from('product,price\nUmbrella,42 euros\nRaincoat,77 euros\n'),
    },
    { name: 'cafe.txt', type: 'text/plain', bytes: Buffer.from('The cafeteria serves soup at noon.') },
  ];
  for (const { name, bytes } of files) writeFileSync(join(directory, name), bytes);
  const bot = 'bot=$(owner "$api/chatbots" | field "chatbots[0].id")';
  const uploads = files.map(
    ({ name, type }) => `curl -sS -b cookies.txt "$api/chatbots/$bot/datasources/file" -F 'file=@${name};type=${type}'`,
  );
  const until = `until owner "$api/chatbots/$bot/status" | grep -qE '"status":"(ready|error)"'; do sleep 0.1; done`;
  const printed = await more([bot, ...uploads, until, 'owner "$api/chatbots/$bot/datasources"'].join('\n'));
  const answers = answersIn(printed);
  expect(answers.map(({ success }) => success)).toEqual([true, true, true, true, true]);
  const sources = answers.at(-1)?.data.dataSources as unknown as { fileName: string; status: string }[];
  for (const { name } of files) {
    expect(sources.find(({ fileName }) => fileName === name)).toMatchObject({ status: 'done', pageCount: 1 });
  }
  const questions = {
    'How long does the warranty last?': 'four years',
    'When do parcels leave the warehouse?': 'Tuesdays',
    'What is the price of the raincoat?': '77 euros',
    'What does the cafeteria serve at noon?': 'soup',
  };
  for (const [message, expected] of Object.entries(questions)) {
    const ask = `owner "$api/chatbots/$bot/chat" -d '${JSON.stringify({ message })}'`;
    const [answered] = answersIn(await more(`${bot}\n${ask}`));
    expect(answered?.data.response, message).toContain(expected);
  }
}, 90_000);
