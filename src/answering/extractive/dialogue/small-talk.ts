/** Recognises messages of small talk alone, such as greetings, complaints, or a wish for a human. */

import { lazily } from '../../../lib/lazily.ts';
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { normalForm } from '../../../text/normal-form.ts';
import { inTraditionalChinese } from '../../../text/traditional-chinese.ts';
import { VISITOR_LANGUAGES, type VisitorLanguage } from '../languages/visitor-language.ts';
import { humanRequestIn } from './human-request.ts';
import { PHRASES } from './phrases.ts';
import { EXPRESSIONS } from './small-talk-expressions.ts';
import { FILLERS } from './small-talk-fillers.ts';

export type SmallTalkKind =
  | 'hello'
  | 'thanks'
  | 'goodbye'
  | 'who'
  | 'overview'
  | 'human'
  | 'complaint'
  | 'yes'
  | 'nothingAsked';

export interface SmallTalk {
  readonly kind: SmallTalkKind;
  /** Languages in which this is said. Empty for emoji and punctuation alone. */
  readonly languages: readonly VisitorLanguage[];
}

/** Longer messages say more. */
const MAX_LENGTH = 120;

/** Visitors leave marks out: "dzien dobry". Shorter words may be others. */
const MIN_WITHOUT_MARKS = 4;

/** "No, that's wrong." */
const DENIAL = /^(?:no|nope|nein|nö|non|não|nee|nie|nej|hayır|нет|ні|όχι) /u;

/** "This bot is useless", "What a stupid chatbot": English. */
const SCOLDS = pattern(
  'iu',
  /^(?:(?:well|ok|sorry|wow) )?/u,
  oneOf(
    sequence(
      /(?:(?:this|that|the|your|you) )?(?:(?:chat ?bot|bot|assistant|chat|ai|thing|answers?|repl(?:y|ies))(?: here)? )?/u,
      /(?:is|are|was|were|isn’t|aren’t)(?: (?:so|just|really|completely|totally|absolutely|pretty|very|quite|a))*/u,
      / (?:not (?:helpful|useful|helping|working|good)|useful|helpful|helping|useless|unhelpful|stupid|dumb|rubbish|garbage|terrible|awful|horrible|bad|a joke|joke|crap|trash|nonsense|no help|no use|waste of (?:my )?time)/u,
    ),
    /(?:what an?|such an?) (?:\p{L}+ )?(?:stupid|dumb|useless|terrible|awful|bad|silly|unhelpful) (?:chat ?bot|bot|assistant|chat|ai|thing|answer|reply)/u,
    /you (?:can’t|cannot|don’t|do not) (?:help(?: me)?|answer (?:anything|my questions?)|know anything)(?: at all)?/u,
  ),
  /$/u,
);

interface Expression {
  readonly kind: SmallTalkKind;
  readonly language: VisitorLanguage;
  readonly text: string;
}

function* expressions(): Iterable<Expression> {
  for (const [kind, byLanguage] of EXPRESSIONS) {
    for (const language of VISITOR_LANGUAGES) {
      const said = (byLanguage[language] ?? '').split('|');
      const texts = kind === 'overview' ? [...said, ...PHRASES[language].open] : said;
      const traditional = language === 'zh' ? texts.map(inTraditionalChinese) : [];
      for (const text of [...texts, ...traditional]) yield { kind, language, text };
    }
  }
  for (const text of PHRASES['zh-Hant'].open) yield { kind: 'overview', language: 'zh', text };
}

const knownExpressions = lazily((): ReadonlyMap<string, SmallTalk> => {
  const known = new Map<string, SmallTalk>();
  for (const { kind, language, text } of expressions()) {
    const key = plainWords(text);
    const before = known.get(key);
    if (key === '' || (before !== undefined && before.kind !== kind)) continue;
    known.set(key, { kind, languages: [...(before?.languages ?? []), language] });
  }
  for (const [key, talk] of [...known]) {
    const bare = foldDiacritics(key);
    if (bare.length >= MIN_WITHOUT_MARKS && !known.has(bare)) known.set(bare, talk);
  }
  return known;
});
const greetings = lazily((): { readonly all: ReadonlySet<string>; readonly longest: number } => {
  const texts = [...knownExpressions()]
    .filter(([, { kind }]) => kind === 'hello' || kind === 'thanks')
    .map(([text]) => text);
  return { all: new Set(texts), longest: Math.max(...texts.map((text) => text.length)) };
});

/** Kinds that refer to earlier turns. */
const REFERRING: ReadonlySet<SmallTalkKind> = new Set(['complaint', 'yes', 'nothingAsked']);

export const standsAlone = ({ kind }: SmallTalk): boolean => !REFERRING.has(kind);

/** Small talk that is answered without the content. */
export type AnswerableSmallTalk = SmallTalk & { readonly kind: Exclude<SmallTalkKind, 'overview'> };

/** Without handoff, a wish for a human asks for a contact. An overview is made of the content. */
export const canReplyTo = (
  talk: SmallTalk,
  { humanHandoffEnabled }: { readonly humanHandoffEnabled: boolean },
): talk is AnswerableSmallTalk => talk.kind !== 'overview' && (talk.kind !== 'human' || humanHandoffEnabled);

/** Returns null for a message that says more. */
export function smallTalkIn(message: string): SmallTalk | null {
  if (message.length > MAX_LENGTH) return null;
  const said = plainWords(message);
  if (said === '') return signsIn(message);
  const short = withoutFillers(said);
  const known = knownExpressions().get(said) ?? knownExpressions().get(short) ?? withoutMarks(short);
  if (known !== undefined) return known;
  const denied = knownExpressions().get(short.replace(DENIAL, ''));
  if (denied?.kind === 'complaint') return denied;
  if (SCOLDS.test(said)) return { kind: 'complaint', languages: ['en'] };
  const last = lastOf(message);
  if (last !== null) return last;
  const languages = humanRequestIn(short);
  if (languages.length > 0) return { kind: 'human', languages };
  // "Hi, thank you!", "thanks bye": the last expression counts.
  const rest = withoutGreeting(message);
  return rest === message || rest === '' ? afterGreetingWords(short) : smallTalkIn(rest);
}

/** "Voce é um robô": some marks are left out. */
const withoutMarks = (said: string): SmallTalk | undefined =>
  said.length < MIN_WITHOUT_MARKS ? undefined : knownExpressions().get(foldDiacritics(said));

const POLITE: ReadonlySet<SmallTalkKind> = new Set(['hello', 'thanks', 'goodbye']);

/** The last of several polite expressions, "Great, see you"; null for any other message. */
function lastOf(message: string): SmallTalk | null {
  const parts = message
    .split(/[,.!?;:،！，。？\n–-]+\s*/u)
    .map(plainWords)
    .filter((part) => part !== '');
  const said = parts.map((part) => knownExpressions().get(part) ?? knownExpressions().get(withoutFillers(part)));
  const isPolite = said.length > 1 && said.every((talk) => talk !== undefined && POLITE.has(talk.kind));
  return isPolite ? (said.at(-1) ?? null) : null;
}

/** A message of emoji and punctuation alone. */
function signsIn(message: string): SmallTalk | null {
  if (message.trim() === '') return null;
  const kind = /👎|😡|😠|🤬/u.test(message)
    ? 'complaint'
    : /👍|🙏|❤|👌|👏|🎉|[😀-😎😊🙂]/u.test(message)
      ? 'thanks'
      : 'nothingAsked';
  return { kind, languages: [] };
}

/** Small talk after a greeting without a comma. Tries the longest greeting only, which bounds the time. */
function afterGreetingWords(said: string): SmallTalk | null {
  for (let space = said.lastIndexOf(' '); space > 0; space = said.lastIndexOf(' ', space - 1)) {
    const [first, rest] = [said.slice(0, space), said.slice(space + 1)];
    if (greetings().all.has(first)) return smallTalkIn(rest);
    // "Adiós gracias"
    const closing = withoutMarks(first)?.kind === 'goodbye' ? withoutMarks(rest) : undefined;
    if (closing !== undefined && POLITE.has(closing.kind)) return closing;
  }
  return null;
}

/** "Hello, when do you open?" without "Hello". */
export function withoutGreeting(message: string): string {
  const end = /[,.!?;:،！，。？\n–-]\s*/u.exec(message.slice(0, greetings().longest + 20));
  if (end === null) return message;
  const first = withoutFillers(plainWords(message.slice(0, end.index)));
  const rest = message.slice(end.index + end[0].length).trim();
  return greetings().all.has(first) && /[\p{L}\p{N}]/u.test(rest) ? rest : message;
}

/** Longest thanks or goodbye, in characters. */
const MAX_CLOSING = 60;

/** "Who runs the course? Thank you!" without the thanks. */
export function withoutClosing(message: string): string {
  const from = Math.max(0, message.length - MAX_CLOSING);
  for (const { 0: end, index } of message.slice(from).matchAll(/[,.!?;:،！，。？\n–-]\s*/gu)) {
    const place = from + index;
    const [question, closing] = [message.slice(0, place + end.trimEnd().length), message.slice(place + end.length)];
    if (isClosing(closing) && /[\p{L}\p{N}]/u.test(question)) return question.replace(/[,;:–-]$/u, '');
  }
  return message;
}

function isClosing(text: string): boolean {
  const said = plainWords(text);
  const kind = (knownExpressions().get(said) ?? knownExpressions().get(withoutFillers(said)))?.kind;
  return kind === 'thanks' || kind === 'goodbye';
}

const withoutFillers = (said: string): string => said.replace(FILLERS, '').replace(/ +/g, ' ').trim();

const NO_WORD = pattern('gu', /[^\p{L}\p{M}\p{N}’ -]/u);

function plainWords(text: string): string {
  return normalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/['‘’]/g, '’')
    .replace(NO_WORD, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}
