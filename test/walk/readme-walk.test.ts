/** The README's commands, as they stand there, against the real program: they work when pasted into any usual shell. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { docxOf, pdfOf, wordParagraph } from '../support/files/documents.ts';
import { startServiceProcess } from '../support/processes/service-process.ts';
import { page, startTestSite } from '../support/servers/test-site.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const root = new URL('../../', import.meta.url);
const WALK_WITHIN_MS = 60_000;

/**
 * Arguments with which each shell takes commands from its input as when they are pasted: zsh, when interactive, knows no comments.
 * Each ends at the first failure. Settings of the machine are not read.
 */
const SHELLS = {
  bash: ['--noprofile', '--norc', '-euo', 'pipefail', '-s'],
  dash: ['-eu', '-s'],
  zsh: ['-f', '-i', '-eu', '-o', 'nopromptsp', '-o', 'nopromptcr', '-s'],
} as const;
type Shell = keyof typeof SHELLS;

const SHELL_NAMES = Object.keys(SHELLS) as Shell[];

function isMissing(shell: Shell): boolean {
  try {
    return execFileSync(shell, ['-c', 'echo here'], { encoding: 'utf8' }) !== 'here\n';
  } catch {
    return true;
  }
}

/** The shell commands of a Markdown text, block after block. */
function shellBlocks(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```sh\n([\s\S]+?)^```$/gm)].map(([, block = '']) => block);
}

/** The shell commands under the heading. @throws Error when the README has none there */
function walkOf(readme: string): string {
  const [walk] = /^## From nothing to a streamed answer\n[\s\S]+?(?=^## )/m.exec(readme) ?? [];
  const blocks = shellBlocks(walk ?? '');
  if (blocks.length === 0) throw new Error('The README has no walk');
  return blocks.join('');
}

/** Replaces every occurrence. @throws Error when there is none: the walk has changed, and this test must follow */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The walk does not say ${from}`);
  return text.replaceAll(from, to);
}

interface Walk {
  /** Output of the commands, one after the other: JSON answers, lines, and the stream. */
  readonly stdout: string;
  readonly stderr: string;
  /** The stream alone. */
  readonly answer: string;
  /** The address of the page that became a source. */
  readonly page: string;
  /** Working directory: cookies are kept there. */
  readonly directory: string;
  /** Runs commands after the walk, with what it left behind. */
  more(commands: string): Promise<string>;
}

/** Gives the commands to the shell's input. @throws Error when it does not end well, with what it said */
async function paste(shell: Shell, commands: string, cwd: string): Promise<{ stdout: string; stderr: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(shell, SHELLS[shell], {
    cwd,
    env: { PATH, HOME: cwd, PS1: '', PS2: '' },
    timeout: WALK_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  }
  // A shell that ended before reading everything tells more by its status.
  child.stdin.on('error', () => undefined).end(commands);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${shell} ended with ${code}:\n${said.stdout}\n${said.stderr}`);
  return said;
}

/** Does the walk in a folder that holds what it uploads. @param allowed whether the service may read the page */
async function walk(shell: Shell, allowed = true): Promise<Walk> {
  const site = await startTestSite({ '/': page('Opening hours', 'The shop opens at nine and closes at six.') });
  onTestFinished(() => site.close());
  const allowance = allowed ? { CRAWL_ALLOW_HOSTS: site.host } : {};
  const service = await startServiceProcess({ DATA_DIR: temporaryDirectory(), ...allowance });
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
  const { stdout, stderr } = await paste(shell, script, directory);
  const answer = readFileSync(join(directory, 'answer.txt'), 'utf8');
  const beginning = script.slice(0, script.indexOf('owner "$api/auth/register"'));
  const more = async (commands: string) => (await paste(shell, `${beginning}\n${commands}\n`, directory)).stdout;
  return { stdout, stderr, answer, directory, more, page: `${site.url}/` };
}

/** The JSON values that are printed one after the other, without anything between. */
function answersIn(printed: string): readonly { success: boolean; data: Record<string, never> }[] {
  return printed
    .split(/(?<=\})\s*(?=\{"success")/)
    .filter((text) => text.trim() !== '')
    .map((text) => JSON.parse(text));
}

/** The lines that tell how reading ended, sorted, and everything else that was printed. */
function sourcesIn(stdout: string): { readonly lines: readonly string[]; readonly rest: string } {
  const [told = ''] = /^The chatbot is ready\n(?:(?:done|error) .*\n)+/m.exec(stdout) ?? [];
  const [, ...lines] = told.split('\n').map((line) => line.trimEnd());
  return { lines: lines.filter((line) => line !== '').sort(), rest: stdout.replace(told, '') };
}

describe.for(SHELL_NAMES)('Pasted into %s', (shell) => {
  test.skipIf(isMissing(shell))(
    'The README leads from nothing to a streamed answer, a rating, the history and the satisfaction',
    async () => {
      const { stdout, stderr, answer, page } = await walk(shell);
      expect(stderr).toBe('');

      const { lines, rest } = sourcesIn(stdout);
      expect(lines).toEqual([`done Returns`, 'done configuration.txt', `done ${page}`]);

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

      const answers = answersIn(rest.replace(answer, ''));
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
    },
  );

  test.skipIf(isMissing(shell))('The walk waits no longer when the service stops answering', async () => {
    const waiting = shellBlocks(readFileSync(new URL('README.md', root), 'utf8'))
      .flatMap((block) => block.split(/^(?=until )/m).slice(1))
      .map((block) => block.slice(0, block.indexOf('owner "$api/chatbots/$bot/datasources"')));
    expect(waiting).toHaveLength(1);
    const gone = `owner() { return 7; }\nfield() { cat; }\nset +e\napi=http://127.0.0.1:9/api bot=none\n`;
    const { stdout } = await paste(shell, `${gone}${waiting[0]}exit 0\n`, temporaryDirectory());
    expect(stdout).toBe('The chatbot is not answering\n');
  });
});

test('No shell command in the documentation has a comment, which an interactive zsh takes for words', () => {
  const docs = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md'));
  const names = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)];
  const blocks = names.flatMap((name) => shellBlocks(readFileSync(new URL(name, root), 'utf8')));
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.flatMap((block) => block.split('\n')).filter((line) => /(?:^|\s)#/.test(line))).toEqual([]);
});

test('The walk goes on when a source fails, and says which one and why', async () => {
  const { stdout, stderr, page } = await walk('bash', false);
  expect(stderr).toBe('');
  expect(sourcesIn(stdout).lines).toContain(`error ${page} URL is not allowed`);
});

test('Every kind of file that the walk names is read when it is uploaded by curl', async () => {
  const { more, directory } = await walk('bash');
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
