import { describe, expect, it } from 'vitest';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import { docxOf, pdfOf, wordParagraph } from '../../support/files/documents.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const docx = docxOf(wordParagraph('We are open from nine to five.'));

describe('A file that cannot be read', () => {
  it.each([
    [
      'that is protected by a password',
      'a.pdf',
      'application/pdf',
      pdfOf([['Hours']], { encrypted: true }),
      /password/,
    ],
    ['that breaks off', 'a.docx', word, docx.subarray(0, docx.length / 2), /damaged/],
    ['whose bytes are of another kind', 'a.pdf', 'application/pdf', docx, /not a \.?pdf/i],
    ['that has no bytes', 'a.txt', 'text/plain', new Uint8Array(), /empty/],
    ['that says nothing', 'a.txt', 'text/plain', new TextEncoder().encode(' \n\t'), /empty/],
    ['whose pages say nothing', 'a.pdf', 'application/pdf', pdfOf([[]]), /empty/],
  ])('is a source in error that says which: %s', async (_what, name, type, bytes, reason) => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name);
    const at = `/chatbots/${id}/datasources`;
    expect((await owner.call('POST', `${at}/file`, { body: form })).status).toBe(201);
    await owner.trained(id);
    const { dataSources } = (await owner.call<{ dataSources: DataSource[] }>('GET', at)).data;
    expect(dataSources).toMatchObject([{ type: 'file', fileName: name, status: 'error', chunkCount: 0 }]);
    expect(dataSources[0]?.errorMessage).toMatch(reason);
  });
});
