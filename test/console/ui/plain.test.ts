import { expect, it } from 'vitest';
import { plain } from '../../../console/ui/answers/plain.ts';

it.each([
  ['Ships **today** [1], `FERN10` [2][3].', 'Ships today, FERN10.'],
  ['| Country | Cost |\n|:---|---:|\n| Austria | €7.90 |', ' Country Cost Austria €7.90 '],
  ['### Returns\n\n- Within 30 days\n- 2-3 parcels', ' Returns - Within 30 days - 2-3 parcels'],
])('An answer in one line has no marks of Markdown: %j', (markdown, line) => {
  expect(plain(markdown)).toBe(line);
});
