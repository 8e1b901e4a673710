/** Owners and visitors at work, all at once, until the service ends under them. */
import { NotAnswered } from '../../support/processes/process-client.ts';
import {
  addSource,
  ask,
  configureBot,
  createBot,
  deleteBot,
  deleteLead,
  deleteSource,
  generateKey,
  rate,
  refreshSource,
  revokeKey,
} from './acts.ts';
import { Known } from './known.ts';
import {
  type Account,
  type Bot,
  idOf,
  mainOf,
  newAccount,
  newSession,
  type Owner,
  PASSWORD,
  type Rating,
  type Session,
  type SignIn,
  type Source,
  type World,
} from './world.ts';

const MOST_SOURCES = 4;
const MOST_EXTRA_BOTS = 3;
const MOST_QUESTIONS = 6;
const VISITORS = 3;
const KINDS: readonly Source['kind'][] = ['text', 'file', 'url', 'broken url'];

/** Settles when every writer has met the end of the service. @throws whatever else happened to one of them */
export async function writeUntilItEnds(world: World): Promise<void> {
  const writers = world.owners.flatMap((owner) => [
    untilItEnds(world, () => manageBots(world, owner)),
    untilItEnds(world, () => manageSources(world, owner)),
    untilItEnds(world, () => manageKeys(world, owner)),
    ...visitorsOf(owner).map((visitor) => untilItEnds(world, () => visit(world, owner, visitor))),
  ]);
  await Promise.all([...writers, untilItEnds(world, () => manageAccounts(world))]);
}

/** Visitors, who continue the newest sessions of the main chatbot. */
function visitorsOf(owner: Owner): readonly Visitor[] {
  const { sessions } = mainOf(owner);
  return Array.from({ length: VISITORS }, (_, back) => ({ session: sessions.at(-1 - back) ?? null }));
}

async function untilItEnds(world: World, step: () => Promise<void>): Promise<void> {
  try {
    for (;;) await step();
  } catch (error) {
    if (!(error instanceof NotAnswered) || !world.ending) throw error;
  }
}

/** Owners with their first chatbots, and an account with its sign-ins, with which all rounds begin. */
export async function setUp(world: World, owners: number): Promise<void> {
  for (let number = 0; number < owners; number += 1) {
    const email = `owner${number}@example.com`;
    const body = { email, password: PASSWORD, name: 'Owner' };
    const { cookie } = await world.client.expect(201, 'POST', '/api/auth/register', { body });
    const owner: Owner = { email, cookie, bots: [] };
    world.owners.push(owner);
    const main = await createBot(world, owner);
    await configureBot(world, owner, main);
    await generateKey(world, owner, main);
    await addSource(world, owner, main, 'text');
  }
  const account = await register(world);
  await signInAgain(world, account);
  await signInAgain(world, account);
  for (const signIn of account.signIns) await renew(world, signIn);
  for (const signIn of account.signIns.slice(0, 2)) await signOut(world, signIn);
}

async function manageBots(world: World, owner: Owner): Promise<void> {
  await configureBot(world, owner, mainOf(owner));
  const extra = owner.bots.slice(1).filter((bot) => bot.exists.value && bot.id !== null);
  const [oldest] = extra;
  if (oldest !== undefined && extra.length >= MOST_EXTRA_BOTS) return deleteBot(world, owner, oldest);
  const bot = await createBot(world, owner);
  await configureBot(world, owner, bot);
  const key = await generateKey(world, owner, bot);
  const source = await addSource(world, owner, bot, 'text');
  await converse(world, { owner, bot, secret: key.secret ?? '' }, { session: null }, source.word);
}

async function manageSources(world: World, owner: Owner): Promise<void> {
  const main = mainOf(owner);
  const kind = world.random.oneOf(KINDS) ?? 'text';
  await addSource(world, owner, main, kind);
  const standing = main.sources.filter(({ exists }) => exists.isCertain && exists.value);
  const [first] = standing;
  if (first !== undefined && standing.length > MOST_SOURCES) await deleteSource(world, owner, main, first);
  const read = await sourcesRead(world, owner, main);
  const page = world.random.oneOf(standing.filter(({ id, kind }) => kind === 'url' && id !== null && read.has(id)));
  if (page?.exists.value === true && page.passphrase.isCertain) await refreshSource(world, owner, main, page);
}

async function sourcesRead(world: World, { cookie }: Owner, bot: Bot): Promise<ReadonlySet<string>> {
  const path = `/api/chatbots/${idOf(bot)}/datasources`;
  type Rows = { dataSources: { id: string; status: string }[] };
  const { data } = await world.client.expect<Rows>(200, 'GET', path, { cookie });
  return new Set(data.dataSources.filter(({ status }) => status === 'done').map(({ id }) => id));
}

async function manageKeys(world: World, owner: Owner): Promise<void> {
  const key = await generateKey(world, owner, mainOf(owner));
  const headers = { 'x-widget-key': key.secret ?? '', origin: 'https://shop.example.com' };
  await world.client.expect(200, 'GET', '/api/chat/any/config', { headers });
  await revokeKey(world, owner, mainOf(owner), key);
  await world.client.expect(401, 'GET', '/api/chat/any/config', { headers });
}

/** One step of a visitor of the main chatbot. */
async function visit(world: World, owner: Owner, visitor: Visitor): Promise<void> {
  const main = mainOf(owner);
  const word = world.random.oneOf(main.sources)?.word ?? '';
  // The first key is never revoked.
  await converse(world, { owner, bot: main, secret: main.keys[0]?.secret ?? '' }, visitor, word);
}

interface Visitor {
  session: Session | null;
}

interface Place {
  readonly owner: Owner;
  readonly bot: Bot;
  readonly secret: string;
}

/** The next thing that the visitor does: asks, leaving an address or not, rates an answer; or the owner deletes the address. */
async function converse(world: World, place: Place, visitor: Visitor, word: string): Promise<void> {
  const { owner, bot, secret } = place;
  if (visitor.session === null || visitor.session.exchanges.length >= MOST_QUESTIONS) {
    visitor.session = newSession(world.unique('Session'));
    bot.sessions.push(visitor.session);
  }
  const { session } = visitor;
  const answered = session.exchanges.filter(({ messageId }) => messageId !== null);
  const exchange = world.random.oneOf(answered);
  const chance = world.random.next();
  if (session.lead.value !== null && chance < 0.2) await deleteLead(world, owner, bot, session);
  else if (exchange !== undefined && chance < 0.6) {
    await rate(world, secret, session, exchange, world.random.oneOf<Rating>(['positive', 'negative']) ?? 'positive');
  } else await ask(world, { secret, session, word, lead: chance > 0.8 });
}

async function manageAccounts(world: World): Promise<void> {
  const account = world.random.oneOf(world.accounts.filter(({ registered }) => registered.isCertain));
  const good = (account?.signIns ?? []).filter(({ alive }) => alive.isCertain && alive.value);
  const [signIn] = good;
  const chance = world.random.next();
  // Passwords are hashed slowly on purpose: more often it is something else.
  if (account === undefined || chance < 0.1) await register(world);
  else if (signIn === undefined || chance < 0.2) await signInAgain(world, account);
  else if (good.length < 2 || chance < 0.9) await renew(world, signIn);
  else await signOut(world, signIn);
}

async function register(world: World): Promise<Account> {
  const account = newAccount(`${world.unique('account').replace(' ', '')}@example.com`);
  world.accounts.push(account);
  await account.registered.change(true, async () => {
    const body = { email: account.email, password: PASSWORD, name: 'Account' };
    signedIn(account, (await world.client.expect(201, 'POST', '/api/auth/register', { body })).cookie);
  });
  world.count('accounts registered');
  return account;
}

async function signInAgain(world: World, account: Account): Promise<void> {
  const body = { email: account.email, password: PASSWORD };
  signedIn(account, (await world.client.expect(200, 'POST', '/api/auth/login', { body })).cookie);
  world.count('sign-ins');
}

async function signOut(world: World, { alive, cookie }: SignIn): Promise<void> {
  await alive.change(false, () => world.client.expect(200, 'POST', '/api/auth/logout', { cookie }));
  world.count('sign-outs');
}

function signedIn(account: Account, cookie: string): void {
  account.signIns.push({ cookie, alive: new Known(true), renewalCutOffAt: null });
}

async function renew(world: World, signIn: SignIn): Promise<void> {
  const { cookie } = signIn;
  // Taken back once it is answered.
  signIn.renewalCutOffAt = Date.now();
  signIn.cookie = (await world.client.expect(200, 'POST', '/api/auth/refresh', { cookie })).cookie;
  signIn.renewalCutOffAt = null;
  world.count('sign-ins renewed');
}
