/** Reads everything from the service again and compares it with what was answered before. */
import type { ProcessClient } from '../../support/processes/process-client.ts';
import { createBot, deleteBot } from './acts.ts';
import { eventually, requireUnique } from './asking.ts';
import { checkConversations } from './check-conversations.ts';
import { checkSources } from './check-sources.ts';
import { type Bot, idOf, type Key, type Owner, PASSWORD, type SignIn, type World } from './world.ts';

/** A refresh token that was used by a request that got no answer is good for ten seconds more. */
const RENEWED_AGAIN_WITHIN_MS = 7_000;

/** The newest keys of a chatbot are also used, each time. */
const USED_KEYS = 15;

export interface CheckOptions {
  /** Chatbots that each account may have. */
  readonly planLimit: number;
  /** The owner whose plan is tried out this time. */
  readonly plansOf: readonly Owner[];
  /** Also what was deleted long ago. */
  readonly thorough: boolean;
}

/** @throws Error that says what does not hold */
export async function checkWorld(world: World, options: CheckOptions): Promise<void> {
  await Promise.all([checkSignIns(world), ...world.owners.map((owner) => checkOwner(world, owner, options))]);
}

async function checkOwner(world: World, owner: Owner, { thorough, planLimit, plansOf }: CheckOptions): Promise<void> {
  const rows = await checkChatbots(world, owner);
  const checks = owner.bots.map(async (bot) => {
    if (rows.has(bot.id ?? '')) await checkChatbot(world, owner, bot, thorough);
    else if (bot.id !== null) await checkGone(world, owner, bot);
  });
  await Promise.all(checks);
  if (!thorough) forgetLongGone(owner);
  if (plansOf.includes(owner)) await checkPlan(world, owner, planLimit);
}

interface ChatbotRow {
  readonly id: string;
  readonly name: string;
  readonly welcomeMessage: string;
}

async function listChatbots(client: ProcessClient, { cookie }: Owner): Promise<readonly ChatbotRow[]> {
  const answer = await client.expect<{ chatbots: ChatbotRow[] }>(200, 'GET', '/api/chatbots', { cookie });
  return answer.data.chatbots;
}

async function checkChatbots(world: World, owner: Owner): Promise<ReadonlySet<string>> {
  const rows = await listChatbots(world.client, owner);
  requireUnique(
    rows.flatMap(({ id, name }) => [id, name]),
    `The chatbots of ${owner.email}`,
  );
  for (const row of rows) {
    const bot = owner.bots.find(({ name }) => name === row.name);
    if (bot === undefined) throw new Error(`${owner.email} has a chatbot that was never created: ${row.name}`);
    bot.id ??= row.id;
  }
  for (const bot of owner.bots) {
    const row = rows.find(({ id }) => id === bot.id);
    // A creation that was cut off half-way is completed by a worker, a little later.
    if (row === undefined && bot.id === null) continue;
    bot.exists.see(row !== undefined, bot.name);
    if (row !== undefined) bot.welcome.see(row.welcomeMessage, `The welcome message of ${bot.name}`);
  }
  return new Set(rows.map(({ id }) => id));
}

async function checkChatbot(world: World, owner: Owner, bot: Bot, thorough: boolean): Promise<void> {
  const { cookie } = owner;
  const path = `/api/chatbots/${idOf(bot)}`;
  const { data } = await world.client.expect<{ chatbot: ChatbotRow }>(200, 'GET', path, { cookie });
  bot.welcome.see(data.chatbot.welcomeMessage, `The welcome message of ${bot.name}, read by itself`);
  await checkKeys(world, owner, bot, thorough);
  await checkConversations(world, owner, bot);
  await checkSources(world, owner, bot, thorough);
}

async function checkGone(world: World, { cookie }: Owner, bot: Bot): Promise<void> {
  for (const part of ['', '/status', '/datasources', '/history', '/leads', '/widget-keys']) {
    await world.client.expect(404, 'GET', `/api/chatbots/${idOf(bot)}${part}`, { cookie });
  }
  for (const key of bot.keys) await checkKeyIsRefused(world, key);
}

function forgetLongGone(owner: Owner): void {
  const gone = owner.bots.filter(({ exists, id }) => id !== null && exists.isCertain && !exists.value);
  // Some are kept and checked in every round.
  for (const bot of gone.slice(0, -6)) owner.bots.splice(owner.bots.indexOf(bot), 1);
}

interface KeyRow {
  readonly id: string;
  readonly label: string;
  readonly isActive: boolean;
}

async function checkKeys(world: World, { cookie }: Owner, bot: Bot, thorough: boolean): Promise<void> {
  const path = `/api/chatbots/${idOf(bot)}/widget-keys`;
  const { keys } = (await world.client.expect<{ keys: KeyRow[] }>(200, 'GET', path, { cookie })).data;
  requireUnique(
    keys.flatMap(({ id, label }) => [id, label]),
    `The keys of ${bot.name}`,
  );
  seeKeys(bot, keys);
  for (const key of thorough ? bot.keys : bot.keys.slice(-USED_KEYS)) {
    if (key.state.value === 'revoked') await checkKeyIsRefused(world, key);
    else if (key.secret !== null)
      await world.client.expect(200, 'GET', '/api/chat/any/config', { headers: using(key) });
  }
}

/** Notes the ids and the states that the service shows. */
function seeKeys(bot: Bot, rows: readonly KeyRow[]): void {
  for (const row of rows) {
    const key = bot.keys.find(({ label }) => label === row.label);
    if (key === undefined) throw new Error(`${bot.name} has a key that was never generated: ${row.label}`);
    key.id ??= row.id;
  }
  for (const key of bot.keys) {
    const row = rows.find(({ id }) => id === key.id);
    key.state.see(row === undefined ? 'absent' : row.isActive ? 'active' : 'revoked', key.label);
  }
}

const using = ({ secret }: Key) => ({ 'x-widget-key': secret ?? '', origin: 'https://shop.example.com' });

async function checkKeyIsRefused({ client }: World, key: Key): Promise<void> {
  if (key.secret !== null) await client.expect(401, 'GET', '/api/chat/any/config', { headers: using(key) });
}

/** Exactly as many chatbots as the plan allows: no slot was lost or given twice. */
async function checkPlan(world: World, owner: Owner, limit: number): Promise<void> {
  const { client } = world;
  const { cookie } = owner;
  const fillers: Bot[] = [];
  await eventually(`${owner.email} has exactly ${limit} chatbots when the plan is used up`, async () => {
    const before = (await listChatbots(client, owner)).length;
    if (before > limit) throw new Error(`${owner.email} has ${before} chatbots, ${limit} are allowed`);
    if (before < limit) {
      const body = { name: world.unique('Probe') };
      const { status, text } = await client.call('POST', '/api/chatbots', { body, cookie });
      if (status === 403) return null;
      if (status !== 201) throw new Error(`A chatbot within the plan was answered ${status}: ${text}`);
      const { id } = (JSON.parse(text) as { data: { chatbot: { id: string } } }).data.chatbot;
      await client.expect(200, 'DELETE', `/api/chatbots/${id}`, { cookie });
      fillers.push(await createBot(world, owner, 'Filler'));
      return null;
    }
    await client.expect(403, 'POST', '/api/chatbots', { body: { name: world.unique('Refused') }, cookie });
    return true;
  });
  for (const filler of fillers) await deleteBot(world, owner, filler);
}

async function checkSignIns(world: World): Promise<void> {
  const { client } = world;
  for (const { email, registered, signIns } of world.accounts) {
    const credentials = { email, password: PASSWORD };
    if (!registered.isCertain) {
      // The address must not stay blocked either.
      const body = { ...credentials, name: 'Account' };
      await client.expect([201, 409], 'POST', '/api/auth/register', { body });
      await client.expect(200, 'POST', '/api/auth/login', { body: credentials });
      registered.see(true, email);
    }
    for (const signIn of signIns) await checkSignIn(client, signIn, email);
  }
  for (const { email, cookie } of world.owners) await checkUser(client, cookie, email);
}

async function checkSignIn(client: ProcessClient, signIn: SignIn, email: string): Promise<void> {
  if (signIn.renewalCutOffAt !== null) {
    const { cookie } = signIn;
    const renewed = await client.call('POST', '/api/auth/refresh', { cookie });
    const soon = Date.now() - signIn.renewalCutOffAt < RENEWED_AGAIN_WITHIN_MS;
    if (soon && renewed.status !== 200) throw new Error(`${email}: signed out by a renewal that got no answer`);
    signIn.renewalCutOffAt = null;
    if (renewed.status === 200) signIn.cookie = renewed.cookie;
    else await signIn.alive.change(false, async () => undefined);
  }
  const { status } = await client.call('GET', '/api/auth/me', { cookie: signIn.cookie });
  signIn.alive.see(status === 200, `Whether a sign-in of ${email} is good`);
  if (status === 200) await checkUser(client, signIn.cookie, email);
  else await client.expect(401, 'POST', '/api/auth/refresh', { cookie: signIn.cookie });
}

async function checkUser(client: ProcessClient, cookie: string, email: string): Promise<void> {
  const { data } = await client.expect<{ user: { email: string } }>(200, 'GET', '/api/auth/me', { cookie });
  if (data.user.email !== email) throw new Error(`The session of ${email} is that of ${data.user.email}`);
}
