/** Messages, ratings and leads of a chatbot: each once, as answered, in order, and nothing besides. */
import { isDeepStrictEqual } from 'node:util';
import { requireUnique } from './asking.ts';
import { type Bot, type Exchange, idOf, type Owner, type Rating, type Session, type World } from './world.ts';

interface MessageRow {
  readonly messageId: string;
  readonly sessionId: string;
  readonly role: string;
  readonly content: string;
  readonly suggestions: readonly string[];
  readonly feedback: Rating | null;
}

interface MessagePage {
  readonly messages: readonly MessageRow[];
  readonly nextBefore: string | null;
}

export async function checkConversations(world: World, owner: Owner, bot: Bot): Promise<void> {
  const messages = await allMessages(world, owner, bot);
  requireUnique(
    messages.map(({ messageId }) => messageId),
    `The messages of ${bot.name}`,
  );
  const bySession = Map.groupBy(messages, ({ sessionId }) => sessionId);
  for (const session of bot.sessions) {
    checkSession(session, bySession.get(session.sessionId) ?? []);
    bySession.delete(session.sessionId);
  }
  if (bySession.size > 0) throw new Error(`${bot.name} has sessions that never were: ${[...bySession.keys()]}`);
  await checkLeads(world, owner, bot);
  await checkSatisfaction(world, owner, bot, messages);
}

async function allMessages({ client }: World, { cookie }: Owner, bot: Bot): Promise<readonly MessageRow[]> {
  const pages: MessageRow[][] = [];
  for (let before: string | null = ''; before !== null; ) {
    const path: string = `/api/chatbots/${idOf(bot)}/history?limit=500${before === '' ? '' : `&before=${before}`}`;
    const { data }: { data: MessagePage } = await client.expect<MessagePage>(200, 'GET', path, { cookie });
    pages.unshift([...data.messages]);
    before = data.nextBefore;
  }
  return pages.flat();
}

/** A visitor asks one question after the other, so their order is known too. */
function checkSession({ sessionId, exchanges }: Session, messages: readonly MessageRow[]): void {
  const rest = [...messages];
  for (const exchange of exchanges) {
    const question = rest[0]?.role === 'user' && rest[0].content === exchange.question ? rest.shift() : undefined;
    const answer = question !== undefined && rest[0]?.role === 'assistant' ? rest.shift() : undefined;
    const state = question === undefined ? 'nothing' : answer === undefined ? 'asked' : 'answered';
    exchange.state.see(state, `${sessionId}, ${exchange.question}`);
    if (answer !== undefined) checkAnswer(exchange, answer);
  }
  if (rest.length > 0) throw new Error(`${sessionId} has messages that never were: ${JSON.stringify(rest)}`);
}

function checkAnswer(exchange: Exchange, row: MessageRow): void {
  const { question, messageId, content, suggestions } = exchange;
  // The end of the stream never arrived, so the recorded content counts from now on.
  exchange.messageId = messageId ?? row.messageId;
  exchange.content = content ?? row.content;
  exchange.suggestions = suggestions ?? row.suggestions;
  const streamed = [exchange.messageId, exchange.content, exchange.suggestions];
  if (!isDeepStrictEqual([row.messageId, row.content, row.suggestions], streamed)) {
    throw new Error(`${question}: streamed ${JSON.stringify(streamed)}, in the history ${JSON.stringify(row)}`);
  }
  exchange.rating.see(row.feedback, `The rating of the answer to ${question}`);
}

interface LeadRow {
  readonly id: string;
  readonly sessionId: string;
  readonly email: string | null;
}

async function checkLeads({ client }: World, { cookie }: Owner, bot: Bot): Promise<void> {
  const leads: LeadRow[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const path: string = `/api/chatbots/${idOf(bot)}/leads?limit=500${before === '' ? '' : `&before=${before}`}`;
    type Page = { leads: LeadRow[]; nextBefore: string | null };
    const { data }: { data: Page } = await client.expect<Page>(200, 'GET', path, { cookie });
    leads.push(...data.leads);
    before = data.nextBefore;
  }
  requireUnique(
    leads.flatMap(({ id, sessionId }) => [id, sessionId]),
    `The leads of ${bot.name}`,
  );
  for (const { sessionId, lead } of bot.sessions) {
    lead.see(leads.find((row) => row.sessionId === sessionId)?.email ?? null, `The lead of ${sessionId}`);
  }
}

async function checkSatisfaction(
  { client }: World,
  { cookie }: Owner,
  bot: Bot,
  messages: readonly MessageRow[],
): Promise<void> {
  const positive = messages.filter(({ feedback }) => feedback === 'positive').length;
  const negative = messages.filter(({ feedback }) => feedback === 'negative').length;
  const path = `/api/chatbots/${idOf(bot)}/satisfaction`;
  const { data } = await client.expect<{ positive: number; negative: number }>(200, 'GET', path, { cookie });
  if (data.positive !== positive || data.negative !== negative) {
    throw new Error(`${bot.name}: ${JSON.stringify(data)}, but ${positive} and ${negative} messages are rated so`);
  }
}
