/** The supported languages, with the few words that are needed before the first click. */
interface LauncherWords {
  readonly open: string;
  readonly close: string;
  /** `{n}` is a number. */
  readonly unread: string;
}

const WORDS: Readonly<Record<string, LauncherWords>> = {
  en: { open: 'Open chat', close: 'Close chat', unread: 'New messages: {n}' },
  de: { open: 'Chat öffnen', close: 'Chat schließen', unread: 'Neue Nachrichten: {n}' },
  fr: { open: 'Ouvrir le chat', close: 'Fermer le chat', unread: 'Nouveaux messages : {n}' },
  es: { open: 'Abrir el chat', close: 'Cerrar el chat', unread: 'Mensajes nuevos: {n}' },
  it: { open: 'Apri la chat', close: 'Chiudi la chat', unread: 'Nuovi messaggi: {n}' },
  pt: { open: 'Abrir o chat', close: 'Fechar o chat', unread: 'Novas mensagens: {n}' },
  ar: { open: 'فتح المحادثة', close: 'إغلاق المحادثة', unread: 'رسائل جديدة: {n}' },
  he: { open: 'פתיחת הצ׳אט', close: 'סגירת הצ׳אט', unread: 'הודעות חדשות: {n}' },
  zh: { open: '打开聊天', close: '关闭聊天', unread: '新消息：{n}' },
  ja: { open: 'チャットを開く', close: 'チャットを閉じる', unread: '新着メッセージ：{n}' },
};
const FALLBACK = 'en';
const RIGHT_TO_LEFT = new Set(['ar', 'he']);

export interface Language {
  /** One of the ten, as in `lang`. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: LauncherWords;
}

/** The site's choice, else the page's own language, else the browser's. */
export function chooseLanguage(wanted: string): Language {
  const candidates = [wanted, document.documentElement.lang, ...navigator.languages];
  const codes = candidates.map((tag) => tag.toLowerCase().split(/[-_]/)[0] ?? '');
  // `iw` is the former code of Hebrew.
  const known = codes.map((code) => (code === 'iw' ? 'he' : code)).find((code) => Object.hasOwn(WORDS, code));
  const code = known ?? FALLBACK;
  return {
    code,
    direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr',
    words: WORDS[code] ?? { open: '', close: '', unread: '' },
  };
}
