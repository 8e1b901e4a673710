import { expect, it } from 'vitest';
import { usableTitle } from '../../../src/reading/document-title.ts';

it.each(['terms.html', 'Report final.docx', 'Microsoft Word - Terms', 'notes.txt', 'Untitled 1', '(anonymous)', ' a '])(
  'A title that a program inserted is none: %j',
  (title) => {
    expect(usableTitle(title)).toBeNull();
  },
);

it.each(['Terms of catering', 'Node.js in practice', 'Chapter 2.1'])(
  'A title that somebody wrote is kept: %j',
  (title) => {
    expect(usableTitle(`  ${title}\n`)).toBe(title);
  },
);
