/** Requests of owners and visitors, and what each may rely on once it was answered. */
import { Known } from './known.ts';
import {
  type Bot,
  type Exchange,
  idOf,
  type Key,
  newBot,
  newExchange,
  type Owner,
  questionAbout,
  type Rating,
  type Session,
  type Source,
  saysOf,
  type World,
  wordOf,
} from './world.ts';

export async function createBot(world: World, owner: Owner, kind = 'Bot'): Promise<Bot> {
  const bot = newBot(world.unique(kind));
  owner.bots.push(bot);
  await bot.exists.change(true, async () => {
    const ask = { body: { name: bot.name }, cookie: owner.cookie };
    const { data } = await world.client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', ask);
    bot.id = data.chatbot.id;
  });
  world.count('chatbots created');
  return bot;
}

export async function configureBot(world: World, owner: Owner, bot: Bot): Promise<void> {
  const welcomeMessage = world.unique('Welcome');
  const lead = { allowLeadCapture: true, leadCaptureFields: { email: true } };
  const ask = { body: { welcomeMessage, ...lead }, cookie: owner.cookie };
  await bot.welcome.change(welcomeMessage, () => world.client.expect(200, 'PATCH', `/api/chatbots/${idOf(bot)}`, ask));
  world.count('chatbots configured');
}

export async function deleteBot(world: World, owner: Owner, bot: Bot): Promise<void> {
  const { cookie } = owner;
  await bot.exists.change(false, () => world.client.expect(200, 'DELETE', `/api/chatbots/${idOf(bot)}`, { cookie }));
  world.count('chatbots deleted');
}

export async function addSource(world: World, owner: Owner, bot: Bot, kind: Source['kind']): Promise<Source> {
  const word = wordOf(Number(world.unique('').trim()));
  const passphrase = `${word}${world.random.between(1000, 9999)}`;
  const label = { text: `The ${word} vault`, file: `${word}.txt`, url: `/${word}`, 'broken url': `/no/${word}` }[kind];
  const source: Source = { id: null, kind, label, word, exists: new Known(false), passphrase: new Known(passphrase) };
  bot.sources.push(source);
  const path = `/api/chatbots/${idOf(bot)}/datasources`;
  const { cookie } = owner;
  const add = (): Promise<{ data: { dataSource: { id: string } } }> => {
    if (kind === 'file') {
      const body = new FormData();
      body.append('file', new Blob([saysOf(word, passphrase)], { type: 'text/plain' }), label);
      return world.client.expect(201, 'POST', `${path}/file`, { body, cookie });
    }
    if (kind === 'text') {
      const body = { type: 'text', title: label, content: saysOf(word, passphrase) };
      return world.client.expect(201, 'POST', path, { body, cookie });
    }
    if (kind === 'url') publish(world, source, passphrase);
    const body = { type: 'url', sourceUrl: `${world.site.url}${label}`, isRecursive: false };
    return world.client.expect(201, 'POST', path, { body, cookie });
  };
  await source.exists.change(true, async () => {
    source.id = (await add()).data.dataSource.id;
  });
  world.count(`sources added: ${kind}`);
  return source;
}

/** Once it has been read: a run that is under way when the page changes may have read either. */
export async function refreshSource(world: World, owner: Owner, bot: Bot, source: Source): Promise<void> {
  const passphrase = `${source.word}${world.random.between(1000, 9999)}`;
  publish(world, source, passphrase);
  const path = `/api/chatbots/${idOf(bot)}/datasources/${idOf(source)}/refresh`;
  await source.passphrase.change(passphrase, () => world.client.expect(202, 'POST', path, { cookie: owner.cookie }));
  world.count('sources refreshed');
}

export async function deleteSource(world: World, owner: Owner, bot: Bot, source: Source): Promise<void> {
  const path = `/api/chatbots/${idOf(bot)}/datasources/${idOf(source)}`;
  await source.exists.change(false, () => world.client.expect(200, 'DELETE', path, { cookie: owner.cookie }));
  world.count('sources deleted');
}

function publish(world: World, { label, word }: Source, passphrase: string): void {
  world.site.set(
    label,
    `<!doctype html><title>The ${word} vault</title><main><h1>The ${word} vault</h1><p>${saysOf(word, passphrase)}</p></main>`,
  );
}

export async function generateKey(world: World, owner: Owner, bot: Bot): Promise<Key> {
  const key: Key = { id: null, secret: null, label: world.unique('Key'), state: new Known('absent') };
  bot.keys.push(key);
  const ask = { body: { label: key.label, allowedDomains: ['shop.example.com'] }, cookie: owner.cookie };
  await key.state.change('active', async () => {
    const path = `/api/chatbots/${idOf(bot)}/widget-keys`;
    const { data } = await world.client.expect<{ key: string; widgetKey: { id: string } }>(201, 'POST', path, ask);
    key.secret = data.key;
    key.id = data.widgetKey.id;
  });
  world.count('keys generated');
  return key;
}

export async function revokeKey(world: World, owner: Owner, bot: Bot, key: Key): Promise<void> {
  const path = `/api/chatbots/${idOf(bot)}/widget-keys/${idOf(key)}`;
  await key.state.change('revoked', () => world.client.expect(200, 'DELETE', path, { cookie: owner.cookie }));
  world.count('keys revoked');
}

export interface Visit {
  readonly secret: string;
  readonly session: Session;
  /** The word of the source that the question is about. */
  readonly word: string;
  /** The visitor leaves an email address. */
  readonly lead: boolean;
}

export async function ask(world: World, { secret, session, word, lead }: Visit): Promise<Exchange> {
  const exchange = newExchange(`${questionAbout(word)} ${world.unique('Visit')}`);
  session.exchanges.push(exchange);
  const email = `${world.unique('visitor').replace(' ', '')}@example.com`;
  const question = { sessionId: session.sessionId, message: exchange.question };
  const asked = lead ? { ...question, leadData: { email } } : question;
  const stream = async () => {
    const { text, messageId } = await world.client.stream(secret, asked, () => {
      exchange.begun = true;
    });
    const [content = '', suggestions = ''] = text.split('[SUGGESTIONS]');
    exchange.messageId = messageId;
    exchange.content = content.trimEnd();
    exchange.suggestions = suggestions.split('|').map((suggestion) => suggestion.trim());
  };
  const answered = () => exchange.state.change('answered', stream, ['asked']);
  await (lead ? session.lead.change(email, answered) : answered());
  world.count(lead ? 'questions answered, with a lead' : 'questions answered');
  return exchange;
}

export async function rate(
  world: World,
  secret: string,
  session: Session,
  exchange: Exchange,
  feedback: Rating,
): Promise<void> {
  const { sessionId } = session;
  // The same rating a second time removes it.
  const expected = exchange.rating.value === feedback ? null : feedback;
  await exchange.rating.change(expected, async () => {
    const { data } = await world.client.expect<{ feedback: Rating | null }>(200, 'POST', '/api/chat/any/feedback', {
      body: { sessionId, messageId: exchange.messageId, feedback },
      headers: { 'x-widget-key': secret, origin: 'https://shop.example.com' },
    });
    if (data.feedback !== expected) throw new Error(`${exchange.question}: rated ${data.feedback}, not ${expected}`);
  });
  world.count('answers rated');
}

interface LeadRow {
  readonly conversationId: string;
  readonly sessionId: string;
}

export async function deleteLead(world: World, owner: Owner, bot: Bot, session: Session): Promise<void> {
  const { cookie } = owner;
  const path = `/api/chatbots/${idOf(bot)}/leads`;
  const { data } = await world.client.expect<{ leads: LeadRow[] }>(200, 'GET', `${path}?limit=500`, { cookie });
  const row = data.leads.find(({ sessionId }) => sessionId === session.sessionId);
  if (row === undefined) throw new Error(`The lead of ${session.sessionId} is not in the list`);
  await session.lead.change(null, () =>
    world.client.expect(200, 'DELETE', `${path}/${row.conversationId}`, { cookie }),
  );
  world.count('leads deleted');
}
