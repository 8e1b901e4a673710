export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** Each has an environment variable. */
export const DEFAULT_RATES = {
  /** register, login, refresh, password resets and changes of the account together, by client address */
  auth: { count: 10, seconds: 900 },
  /** add, upload, refresh and recrawl together, by account */
  ingestion: { count: 30, seconds: 3600 },
  /** visitors' messages, by session */
  message: { count: 20, seconds: 60 },
  /** visitors' messages, by key and client address */
  key: { count: 60, seconds: 60 },
  /** the owner's test chat, by account */
  chat: { count: 30, seconds: 60 },
} as const satisfies Record<string, Rate>;

export type ConfiguredRates = Readonly<Record<keyof typeof DEFAULT_RATES, Rate>>;

interface RateRule {
  /** `shared`: one window for all nodes. `node`: each node counts by itself, without a call to a store. */
  readonly scope: 'shared' | 'node';
  /** The setting that gives the rate or, with `minimum`, scales that; or a rate that follows no setting. */
  readonly setting: keyof ConfiguredRates | Rate;
  /** The rate while `setting` has its default or less. It grows in proportion when `setting` is raised. */
  readonly minimum?: Rate;
}

export const RATES = {
  auth: { scope: 'shared', setting: 'auth' },
  /** attempts to sign in, by email address, registered or not; networks where its owner has signed in have a window each */
  'sign-in': { scope: 'shared', setting: 'auth', minimum: { count: 100, seconds: 3600 } },
  /**
   * mailed links to set a new password, by email address, registered or not; fixed, so that no setting lets a mailbox be
   * flooded
   */
  'password-reset': { scope: 'shared', setting: { count: 3, seconds: 3600 } },
  /** mails about requests for a human, by receiver and by chatbot: nobody has confirmed that the address is the owner's */
  'handoff-mail': { scope: 'shared', setting: { count: 60, seconds: 3600 } },
  /** the same by account, whose owner can delete a chatbot and create the next */
  'handoff-mail-account': { scope: 'shared', setting: { count: 180, seconds: 3600 } },
  ingestion: { scope: 'shared', setting: 'ingestion' },
  chat: { scope: 'shared', setting: 'chat' },
  'widget-session': { scope: 'shared', setting: 'message' },
  'widget-key': { scope: 'shared', setting: 'key' },
  /** by account */
  'owner-reads': { scope: 'node', setting: 'chat', minimum: { count: 6_000, seconds: 60 } },
  /** explanations of answers, which search again, and exports of leads; by account */
  explain: { scope: 'shared', setting: 'chat', minimum: { count: 60, seconds: 60 } },
  /** searches of conversations, each of which reads 2,000 messages, and lists of read pages, which read passages; by account */
  search: { scope: 'node', setting: 'chat', minimum: { count: 120, seconds: 60 } },
  'owner-writes': { scope: 'shared', setting: 'chat', minimum: { count: 1_800, seconds: 3600 } },
  /** by session, and by key and client address */
  'rating-session': { scope: 'shared', setting: 'message', minimum: { count: 60, seconds: 60 } },
  'rating-key': { scope: 'shared', setting: 'key', minimum: { count: 180, seconds: 60 } },
  /** by session, and by key and client address */
  'handoff-session': { scope: 'shared', setting: 'message', minimum: { count: 6, seconds: 600 } },
  'handoff-key': { scope: 'shared', setting: 'key', minimum: { count: 60, seconds: 600 } },
  /** by session, and by key and client address */
  'visitor-session': { scope: 'node', setting: 'message', minimum: { count: 600, seconds: 60 } },
  'visitor-key': { scope: 'node', setting: 'key', minimum: { count: 3_000, seconds: 60 } },
  /** all requests, by client address */
  address: { scope: 'node', setting: 'key', minimum: { count: 12_000, seconds: 60 } },
  'widget-address': { scope: 'node', setting: 'key', minimum: { count: 12_000, seconds: 60 } },
  operation: { scope: 'node', setting: 'key', minimum: { count: 12_000, seconds: 60 } },
} as const satisfies Record<string, RateRule>;

export type RateName = keyof typeof RATES;

export function effectiveRate(name: RateName, configured: ConfiguredRates): Rate {
  const { setting, minimum }: RateRule = RATES[name];
  if (typeof setting === 'object') return setting;
  const rate = configured[setting];
  if (minimum === undefined) return rate;
  const defaultRate = DEFAULT_RATES[setting];
  const factor = Math.max(1, rate.count / rate.seconds / (defaultRate.count / defaultRate.seconds));
  return { count: Math.ceil(minimum.count * factor), seconds: minimum.seconds };
}
