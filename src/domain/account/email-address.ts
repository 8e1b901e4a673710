/** Control, format, private, unassigned, separator and ignorable characters. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Excludes the characters that separate addresses in a mail header. */
const PART = '[^\\s@.<>()[\\]:;,"\\\\]+';
/** One `@`, a dot after it, and no empty part. */
const ADDRESS = new RegExp(`^${PART}(?:\\.${PART})*@${PART}(?:\\.${PART})+$`);

export const MAX_EMAIL_CHARACTERS = 254;

export function isEmailAddress(text: string): boolean {
  return !INVISIBLE.test(text) && ADDRESS.test(canonicalEmail(text));
}

/** Case and character width do not distinguish addresses. */
export function canonicalEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}
