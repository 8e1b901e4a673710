/** The texts of the panel. `{…}` is filled in. */
import { record } from '../entry/public-config.ts';

export interface Strings {
  readonly assistant: string;
  readonly person: string;
  readonly byPerson: string;
  readonly waiting: string;
  readonly placeholder: string;
  readonly send: string;
  readonly stop: string;
  readonly restart: string;
  readonly soundOn: string;
  readonly soundOff: string;
  readonly human: string;
  readonly humanAsked: string;
  readonly joined: string;
  readonly left: string;
  readonly writing: string;
  readonly you: string;
  readonly messages: string;
  readonly copy: string;
  readonly copied: string;
  readonly good: string;
  readonly bad: string;
  readonly sources: string;
  readonly source: string;
  readonly latest: string;
  readonly earlier: string;
  readonly questions: string;
  readonly retry: string;
  readonly stopped: string;
  readonly tooLong: string;
  readonly leadTitle: string;
  readonly leadText: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly leadSend: string;
  readonly skip: string;
  readonly thanks: string;
  readonly badEmail: string;
  readonly badPhone: string;
  readonly leadEmpty: string;
  readonly table: string;
  readonly code: string;
  readonly welcome: string;
  readonly unread: string;
  readonly close: string;
  readonly errorSetup: string;
  readonly errorKey: string;
  readonly errorDomain: string;
  readonly errorOrigin: string;
  readonly errorGone: string;
  readonly errorMonth: string;
  readonly errorRate: string;
  readonly errorRateOver: string;
  readonly errorBusy: string;
  readonly errorFailed: string;
  readonly errorOffline: string;
  readonly errorConversation: string;
  readonly errorMessage: string;
  readonly errorRating: string;
  readonly errorHuman: string;
}

export function withOverrides(strings: Strings, texts: Readonly<Record<string, string>>): Strings {
  const known = Object.entries(texts).filter(([name]) => Object.hasOwn(strings, name));
  return { ...strings, ...Object.fromEntries(known) };
}

/** @param part a language module */
export const stringsOf = (part: unknown): Strings => record(part).strings as Strings;

/** Without a name, the place for it goes, and the comma before it. */
export const thanksTo = (name: string | undefined, { thanks }: Pick<Strings, 'thanks'>): string =>
  name === undefined ? thanks.replace(/[\s,،，、]*\{name\}/, '') : fill(thanks, { name });

export const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
