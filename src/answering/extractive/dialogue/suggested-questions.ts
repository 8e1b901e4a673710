/** Frames of suggested questions about a heading: they are written here, and read when a visitor picks one. */
import { PHRASES } from './phrases.ts';

/** A name of a thing stands within an English sentence without quotation marks. */
export const ABOUT_THING = 'What should I know about {}?';
const FRAMES = [...Object.values(PHRASES).map((phrases) => phrases.ask), ABOUT_THING].map((frame) => frame.split('{}'));

/** The heading that a suggested question asks about; null for any other question. */
export function headingAskedFor(question: string): string | null {
  for (const [before = '', after = ''] of FRAMES) {
    if (question.length > before.length + after.length && question.startsWith(before) && question.endsWith(after)) {
      return question.slice(before.length, question.length - after.length);
    }
  }
  return null;
}
