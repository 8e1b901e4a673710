import { load } from 'cheerio';
import { cutText } from '../text/cut-text.ts';

const MAX_TITLE_CHARACTERS = 300;

/** From `docProps/core.xml`. */
export function coreTitle(properties: Uint8Array | undefined): string | null {
  if (properties === undefined || properties.length > 1024 * 1024) return null;
  const $ = load(Buffer.from(properties).toString('utf8'), { xml: true });
  return usableTitle($('dc\\:title').first().text());
}

/** Returns null for default titles and file names that programs insert. */
export function usableTitle(title: string): string | null {
  const text = cutText(title.replace(/\s+/g, ' ').trim(), MAX_TITLE_CHARACTERS);
  const machineMade =
    /\.(docx?|pdf|pptx?|indd|qxd|tex|dvi|rtf|xlsx?|html?|txt|md|odt|odp|pages|key|ps|ai)$|^\(?(untitled|anonymous|unspecified|microsoft word|word document|presentation|powerpoint|slide|document)\b/i;
  return text.length < 3 || machineMade.test(text) ? null : text;
}
