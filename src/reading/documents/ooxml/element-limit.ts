import { Unreadable } from '../../unreadable.ts';

/** Elements of one part. Each takes some 400 bytes of a tree. Long Word documents are split into parts of fewer. */
export const MAX_ELEMENTS = 400_000;

const LESS_THAN = 0x3c;
const SLASH = 0x2f;

/** @throws Unreadable before a tree is made of the part */
export function checkElementCount(part: Uint8Array): void {
  let elements = 0;
  for (let at = part.indexOf(LESS_THAN); at >= 0; at = part.indexOf(LESS_THAN, at + 1)) {
    if (part[at + 1] !== SLASH) elements += 1;
    if (elements > MAX_ELEMENTS) throw tooManyElements();
  }
}

export const tooManyElements = () => new Unreadable('A part of the document holds too many elements to be read');
