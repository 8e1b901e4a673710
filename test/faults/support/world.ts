/** All responses that owners and visitors got: each must hold, whenever the service is killed. */
import type { ProcessClient } from '../../support/processes/process-client.ts';
import type { TestSite } from '../../support/servers/test-site.ts';
import { Known } from './known.ts';
import type { Random } from './random.ts';

export const PASSWORD = 'correct horse battery';
export type Rating = 'positive' | 'negative';

/** A sign-in that may be used, renewed and ended. */
export interface SignIn {
  /** Access and refresh token, as the last answer set them. */
  cookie: string;
  readonly alive: Known<boolean>;
  /** When a renewal was cut off, epoch milliseconds: shortly afterwards the old token is still good. */
  renewalCutOffAt: number | null;
}

export interface Account {
  readonly email: string;
  readonly registered: Known<boolean>;
  readonly signIns: SignIn[];
}

export interface Owner {
  readonly email: string;
  readonly cookie: string;
  /** The first is never deleted. */
  readonly bots: Bot[];
}

/** Ids are null until an answer, or a list after a restart, has told them. Names, titles and labels are unique. */
export interface Bot {
  id: string | null;
  readonly name: string;
  readonly exists: Known<boolean>;
  readonly welcome: Known<string>;
  readonly sources: Source[];
  readonly keys: Key[];
  readonly sessions: Session[];
}

export interface Source {
  id: string | null;
  readonly kind: 'text' | 'file' | 'url' | 'broken url';
  /** A text's title, a file's name, an address. */
  readonly label: string;
  /** A word that stands in no other source. */
  readonly word: string;
  readonly exists: Known<boolean>;
  /** The source's word, once it has been read. */
  readonly passphrase: Known<string>;
}

export interface Key {
  id: string | null;
  secret: string | null;
  readonly label: string;
  readonly state: Known<'absent' | 'active' | 'revoked'>;
}

export interface Session {
  readonly sessionId: string;
  readonly exchanges: Exchange[];
  /** The email address that was left; null for none. */
  readonly lead: Known<string | null>;
}

export interface Exchange {
  readonly question: string;
  readonly state: Known<'nothing' | 'asked' | 'answered'>;
  /** A first part of the answer has arrived. */
  begun: boolean;
  messageId: string | null;
  /** As it was streamed; null when the end of the stream never came. */
  content: string | null;
  suggestions: readonly string[] | null;
  readonly rating: Known<Rating | null>;
}

export interface World {
  readonly client: ProcessClient;
  readonly site: TestSite;
  readonly random: Random;
  readonly owners: Owner[];
  readonly accounts: Account[];
  /** The service was sent its signal; every request before that is answered. */
  ending: boolean;
  /** Answers by kind of request: a run in which nothing happened proves nothing. */
  readonly answered: Map<string, number>;
  /** A name that nothing else has. */
  unique(kind: string): string;
  count(what: string): void;
}

export function newWorld(client: ProcessClient, site: TestSite, random: Random): World {
  let names = 0;
  const answered = new Map<string, number>();
  return {
    client,
    site,
    random,
    owners: [],
    accounts: [],
    ending: false,
    answered,
    unique: (kind) => `${kind} ${++names}`,
    count: (what) => void answered.set(what, (answered.get(what) ?? 0) + 1),
  };
}

/** The chatbot that most requests are about. */
export function mainOf({ email, bots: [main] }: Owner): Bot {
  if (main === undefined) throw new Error(`${email} has no chatbot yet`);
  return main;
}

export const newBot = (name: string): Bot => ({
  id: null,
  name,
  exists: new Known(false),
  welcome: new Known(''),
  sources: [],
  keys: [],
  sessions: [],
});

export const newSession = (sessionId: string): Session => ({
  sessionId,
  exchanges: [],
  lead: new Known<string | null>(null),
});

export const newAccount = (email: string): Account => ({ email, registered: new Known(false), signIns: [] });

export const newExchange = (question: string): Exchange => ({
  question,
  state: new Known('nothing'),
  begun: false,
  messageId: null,
  content: null,
  suggestions: null,
  rating: new Known<Rating | null>(null),
});

/** A word as people might speak it, which no dictionary has: another for each number. */
export function wordOf(number: number): string {
  const syllables = [
    'ka',
    'vo',
    'lim',
    'dre',
    'sto',
    'bux',
    'fin',
    'gar',
    'hep',
    'jom',
    'nul',
    'pir',
    'qua',
    'ret',
    'zys',
    'tem',
  ];
  let word = '';
  for (let rest = number + 4096; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}

export const saysOf = (word: string, passphrase: string): string =>
  `The passphrase of the ${word} vault is ${passphrase}. It is kept by the guard of the ${word} vault, who changes it.`;

export const questionAbout = (word: string): string => `What is the passphrase of the ${word} vault?`;

/** The id of something that was answered. */
export function idOf(thing: { readonly id: string | null }): string {
  if (thing.id === null) throw new Error('It was never answered, so nobody knows its id');
  return thing.id;
}
