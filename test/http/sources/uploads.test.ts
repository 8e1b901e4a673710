import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';
import { rawExchange } from '../../support/http/wire.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const service = sharedService();
let owner: Owner;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  chatbotId = (await owner.chatbot()).id;
});

const upload = (body: unknown, headers: Record<string, string> = {}) =>
  owner.call<{ dataSource: DataSource }>('POST', `/chatbots/${chatbotId}/datasources/file`, { body, headers });

function formWith(
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer> = 'Parking is free.',
  field = 'file',
): FormData {
  const form = new FormData();
  form.append(field, new Blob([content], { type }), name);
  return form;
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

describe('An uploaded file', () => {
  it('becomes a source that is read', async () => {
    const answer = await upload(formWith('parking.txt', 'text/plain; charset=utf-8'));
    expect(answer.status).toBe(201);
    expect(answer.data.dataSource).toMatchObject({
      type: 'file',
      fileName: 'parking.txt',
      status: 'pending',
      sourceUrl: null,
    });
    await owner.trained(chatbotId);
    const chat = await owner.call<{ response: string }>('POST', `/chatbots/${chatbotId}/chat`, {
      body: { message: 'Is parking free?' },
    });
    expect(chat.data.response).toContain('Parking is free.');
  });

  it.each([
    ['a.pdf', 'application/pdf'],
    ['a.doc', 'application/msword'],
    ['a.docx', word],
    ['a.ppt', 'application/vnd.ms-powerpoint'],
    ['a.pptx', slides],
    ['a.csv', 'text/csv'],
    ['a.csv', 'application/csv'],
    ['A.TXT', 'text/plain'],
    ['a.b.c.txt', 'TEXT/Plain'],
    ['ü.txt', 'text/plain'],
  ])('is accepted as %s of type %s', async (name, type) => {
    const answer = await upload(formWith(name, type));
    expect([answer.status, answer.data.dataSource.fileName]).toEqual([201, name]);
  });

  it.each([
    ['a.exe', 'application/x-msdownload', 'application/x-msdownload'],
    ['a.pdf', 'image/png', 'image/png'],
    ['a.txt', 'application/pdf', 'application/pdf'],
    ['a.docx', 'application/msword', 'application/msword'],
    ['a.txt', '', 'application/octet-stream'],
    ['a.exe', 'text/plain', '.exe'],
    ['README', 'text/plain', 'no extension'],
    ['a.txt.svg', 'text/plain', '.svg'],
    ['a.constructor', 'text/plain', '.constructor'],
  ])('is refused as %s of type %j', async (name, type, named) => {
    const answer = await upload(formWith(name, type));
    expect([answer.status, answer.code, answer.message]).toEqual([
      400,
      'UNSUPPORTED_FILE_TYPE',
      `Unsupported file type: ${named}`,
    ]);
  });

  it('may have 25 MB, to the byte', async () => {
    const full = await upload(formWith('full.txt', 'text/plain', Buffer.alloc(MAX_BYTES, 'a ')));
    expect(full.status).toBe(201);
    const answer = await upload(formWith('over.txt', 'text/plain', Buffer.alloc(MAX_BYTES + 1, 'a ')));
    expect([answer.status, answer.message]).toEqual([400, 'File too large. Max limit is 25MB.']);
    // The connection is as good as before, and nothing of it was kept.
    expect((await upload(formWith('next.txt', 'text/plain'))).status).toBe(201);
    const { text } = await owner.call('GET', `/chatbots/${chatbotId}/datasources`);
    expect([text.includes('full.txt'), text.includes('over.txt')]).toEqual([true, false]);
  });

  const partOf = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  it.each([
    ['a file', partOf('name="file"; filename="a.txt"').replace('\r\n\r\n', '\r\nContent-Type: text/plain\r\n\r\n')],
    ['another file', partOf('name="other"; filename="a.txt"')],
    ['a field', partOf('name="other"')],
    ['no part at all', ''],
  ])('is refused while its form still comes, when that has %s without end', async (_what, begin) => {
    const request = httpRequest(`${service().running.address}/api/chatbots/${chatbotId}/datasources/file`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'content-type': 'multipart/form-data; boundary=b' },
    });
    request.on('error', () => undefined);
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.write(begin);
    for (let sent = 0; sent < MAX_BYTES + 4_000_000; sent += 100_000) request.write(Buffer.alloc(100_000, 'x'));
    const [response] = await answered;
    expect([response.statusCode, await json(response)]).toEqual([
      400,
      expect.objectContaining({ message: 'File too large. Max limit is 25MB.' }),
    ]);
    request.destroy();
  });

  it.each([
    ['another field', formWith('a.txt', 'text/plain', 'text', 'document')],
    ['a field that is no file', fieldsOnly()],
    ['a file input that was left empty', formWith('', 'application/octet-stream', '')],
  ])('is required: a form with %s is refused', async (_what, form) => {
    const answer = await upload(form);
    expect([answer.status, answer.message]).toEqual([400, 'No file uploaded']);
  });

  it('is required: an empty body is refused', async () => {
    const answer = await upload(undefined);
    expect([answer.status, answer.message]).toEqual([400, 'No file uploaded']);
  });

  it('may come after other fields', async () => {
    const form = fieldsOnly();
    form.append('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
    expect((await upload(form)).status).toBe(201);
  });

  it('may come after a file input that was left empty, and before or after other files', async () => {
    const form = formWith('', 'application/octet-stream', '');
    form.append('document', new Blob(['other'], { type: 'text/plain' }), 'other.txt');
    form.append('file', new Blob(['text'], { type: 'text/plain' }), 'chosen.txt');
    form.append('file', new Blob(['x'.repeat(1_000_000)], { type: 'text/plain' }), 'second.txt');
    const answer = await upload(form);
    expect([answer.status, answer.data.dataSource.fileName]).toEqual([201, 'chosen.txt']);
  });

  it.each([
    ['of a type that is not accepted', 400, [['program.exe', 2_000_000]]],
    ['above the limit', 400, [['over.txt', MAX_BYTES + 1_000_000]]],
    [
      'before another that is not read',
      201,
      [
        ['a.txt', 10],
        ['second.txt', 2_000_000],
      ],
    ],
  ] as const)('%s leaves its connection ready for the next request', async (_what, status, files) => {
    const parts = files.map(
      ([name, size]) =>
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
        `Content-Type: text/plain\r\n\r\n${'a'.repeat(size)}\r\n`,
    );
    const form = `${parts.join('')}--x--\r\n`;
    const answers = await rawExchange(
      service().running.address,
      `POST /api/chatbots/${chatbotId}/datasources/file HTTP/1.1\r\nHost: a\r\nCookie: ${owner.cookie}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n${form}` +
        'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      { deadlineMs: 5_000 },
    );
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code));
    expect(statuses).toEqual([status, 200]);
  });

  it('is refused as JSON', async () => {
    const answer = await upload({ file: 'text' });
    expect([answer.status, answer.code]).toEqual([415, 'UNSUPPORTED_CONTENT_TYPE']);
  });

  it.each([
    [
      'cut off',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ntex',
    ],
    ['without its boundary', 'nonsense'],
    ['reaching for a prototype', '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'],
  ])('is refused in a form that is %s', async (_what, body) => {
    const answer = await upload(body, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(answer.status).toBe(400);
  });

  it('that breaks off leaves nothing behind', async () => {
    const { port, hostname } = new URL(service().running.address);
    const put = vi.spyOn(service().running.stores.blobs, 'put');
    const socket = connect(Number(port), hostname);
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
    socket.write(
      `POST /api/chatbots/${chatbotId}/datasources/file HTTP/1.1\r\nHost: a\r\nCookie: ${owner.cookie}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n${head}${'a'.repeat(1000)}`,
    );
    // Content that is read in the background is stored without a limit.
    const upload = () => put.mock.calls.findIndex(([, , options]) => options?.maxBytes !== undefined);
    await vi.waitFor(() => expect(upload()).toBeGreaterThanOrEqual(0));
    socket.destroy();
    await expect(put.mock.results[upload()]?.value).rejects.toThrow();
    put.mockRestore();
  });

  it('keeps the last 255 characters of a long name, none of them cut in half', async () => {
    const answer = await upload(formWith(`${'🏰'.repeat(200)}.txt`, 'text/plain'));
    expect([answer.status, answer.data.dataSource.fileName]).toEqual([201, `${'🏰'.repeat(125)}.txt`]);
  });

  it('loses control characters of its name', async () => {
    const body =
      `--x\r\nContent-Disposition: form-data; name="file"; filename*=utf-8''par%00king%1b%c2%85.txt\r\n` +
      'Content-Type: text/plain\r\n\r\ntext\r\n--x--\r\n';
    const answer = await upload(body, { 'content-type': 'multipart/form-data; boundary=x' });
    expect([answer.status, answer.data.dataSource.fileName]).toEqual([201, 'parking.txt']);
  });

  it('loses folders of its name', async () => {
    const body =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="../../etc/passwd.txt"\r\n' +
      'Content-Type: text/plain\r\n\r\ntext\r\n--x--\r\n';
    const answer = await upload(body, { 'content-type': 'multipart/form-data; boundary=x' });
    expect([answer.status, answer.data.dataSource.fileName]).toEqual([201, 'passwd.txt']);
  });
});

function fieldsOnly(): FormData {
  const form = new FormData();
  form.append('file', 'text');
  form.append('more', 'text');
  return form;
}
