import type { LanguageCode } from '../shared/languages.ts';
import { page } from '../shared/page.ts';

/** Labels of the bubble. Other words are loaded later. */
const LABELS: Readonly<Record<LanguageCode, string>> = {
  en: 'Open chat',
  de: 'Chat öffnen',
  fr: 'Ouvrir le chat',
  es: 'Abrir el chat',
  it: 'Apri la chat',
  pt: 'Abrir o chat',
  nl: 'Chat openen',
  sv: 'Öppna chatten',
  da: 'Åbn chatten',
  no: 'Åpne chatten',
  pl: 'Otwórz czat',
  cs: 'Otevřít chat',
  sk: 'Otvoriť chat',
  hu: 'Csevegés megnyitása',
  hr: 'Otvori chat',
  ro: 'Deschide chatul',
  fi: 'Avaa chat',
  lt: 'Atidaryti pokalbį',
  sl: 'Odpri klepet',
  lv: 'Atvērt tērzēšanu',
  et: 'Ava vestlus',
  ca: 'Obre el xat',
  ru: 'Открыть чат',
  uk: 'Відкрити чат',
  bg: 'Отвори чата',
  el: 'Άνοιγμα συνομιλίας',
  tr: 'Sohbeti aç',
  ar: 'فتح المحادثة',
  fa: 'باز کردن گفتگو',
  he: 'פתיחת הצ׳אט',
  hi: 'चैट खोलें',
  th: 'เปิดแชท',
  vi: 'Mở trò chuyện',
  id: 'Buka chat',
  zh: '打开聊天',
  'zh-Hant': '開啟聊天',
  ja: 'チャットを開く',
  ko: '채팅 열기',
};
/**
 * Former codes of Hebrew and Indonesian, which some browsers still send, Bosnian and Serbian, whose readers read Croatian, and the two ways to write
 * Norwegian.
 */
const OTHER_CODES: Readonly<Record<string, LanguageCode>> = {
  iw: 'he',
  in: 'id',
  bs: 'hr',
  sr: 'hr',
  sh: 'hr',
  nb: 'no',
  nn: 'no',
};

export interface Language {
  /** Value for `lang`. */
  readonly code: LanguageCode;
  readonly direction: 'ltr' | 'rtl';
  /** The label of the bubble while the chat is closed. */
  readonly openLabel: string;
}

/** The site's choice, else the page's language, else the browser's, else English. */
export function chooseLanguage(wanted: string): Language {
  const candidates = [wanted, page.documentElement.lang, ...navigator.languages];
  const code = candidates.map(codeOf).find(isKnown) ?? 'en';
  return { code, direction: /ar|fa|he/.test(code) ? 'rtl' : 'ltr', openLabel: LABELS[code] };
}

/** Traditional Chinese where the tag names it or a region that writes it. */
function codeOf(tag: string): string {
  if (/^zh(?!.*hans).*[-_](hant|tw|hk|mo)/i.test(tag)) return 'zh-Hant';
  const code = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return OTHER_CODES[code] ?? code;
}

const isKnown = (code: string): code is LanguageCode => Object.hasOwn(LABELS, code);
