/** Footnotes and endnotes, which the converter lists at the end. */
import type { CheerioAPI } from 'cheerio';
import type { HtmlElement } from '../../html/dom/dom.ts';

/** Links from the text to a note, and back. */
const REFERENCE = 'a[href^="#footnote-"], a[href^="#endnote-"]';
const NOTE = 'li[id^="footnote-"], li[id^="endnote-"]';

/** Moves each note behind the paragraph, list or table that first refers to it, and removes the references, which split words. */
export function placeNotes($: CheerioAPI): void {
  const references = $(REFERENCE);
  const notes = new Map<string, HtmlElement>();
  for (const note of $(NOTE).toArray()) {
    const id = `#${note.attribs.id}`;
    // Notes with two references are listed twice.
    if (notes.has(id)) $(note).remove();
    else notes.set(id, note);
  }
  const lastBehind = new Map<HtmlElement, HtmlElement>();
  for (const reference of references.toArray()) {
    const note = notes.get(reference.attribs.href ?? '');
    const place = topElement(reference);
    if (note === undefined || place === topElement(note)) continue;
    notes.delete(reference.attribs.href ?? '');
    note.name = 'div';
    $(lastBehind.get(place) ?? place).after(note);
    lastBehind.set(place, note);
  }
  references.remove();
}

function topElement(element: HtmlElement): HtmlElement {
  let top = element;
  for (let { parent } = top; parent !== null && 'attribs' in parent && parent.name !== 'body'; { parent } = top)
    top = parent;
  return top;
}
