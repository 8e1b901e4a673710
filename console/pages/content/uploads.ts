/** Files on their way, with progress, two at a time. They go on while another page is looked at. */
import { ApiError } from '../../api/api-error.ts';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { renewSession } from '../../api/session-renewal.ts';
import { onAccountChange } from '../../api/session-state.ts';
import { Store } from '../../state/store.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const AT_ONCE = 2;
/** The types that the service accepts. Browsers on machines without an office suite name no type. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  txt: 'text/plain',
};
export const ACCEPTED: string = Object.keys(CONTENT_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

export interface Upload {
  readonly id: number;
  readonly chatbotId: string;
  readonly name: string;
  /** The part that has been sent, from 0 to 1. */
  readonly progress: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly error?: unknown;
}

export const uploads = new Store<readonly Upload[]>([]);
const files = new Map<number, File>();
const sending = new Map<number, XMLHttpRequest>();
let lastId = 0;

onAccountChange(() => {
  for (const { id } of uploads.get()) cancelUpload(id);
});

export function addUploads(chatbotId: string, chosen: Iterable<File>): void {
  for (const file of chosen) {
    const id = ++lastId;
    const error = refusalOf(file);
    const state = error === null ? 'waiting' : 'failed';
    files.set(id, file);
    uploads.change((all) => [...all, { id, chatbotId, name: file.name, progress: 0, state, error }]);
  }
  sendNext();
}

export function cancelUpload(id: number): void {
  sending.get(id)?.abort();
  remove(id);
}

/** Sends a file again whose upload has failed. */
export function retryUpload(id: number): void {
  change(id, { state: 'waiting', progress: 0 });
  sendNext();
}

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The reason why the service would refuse the file, known before a byte is sent. */
function refusalOf({ name, size }: File): ApiError | null {
  if (!Object.hasOwn(CONTENT_TYPES, extensionOf(name))) {
    return new ApiError(400, { message: 'Files of this type cannot be read. Use PDF, Word, PowerPoint, CSV or text.' });
  }
  if (size > MAX_BYTES) return new ApiError(400, { message: 'Files can have 25 MB at most.' });
  return size === 0 ? new ApiError(400, { message: 'The file is empty.' }) : null;
}

function sendNext(): void {
  const next = uploads.get().find(({ state }) => state === 'waiting');
  if (next === undefined || sending.size >= AT_ONCE) return;
  void sendFile(next.id, next.chatbotId, true);
  sendNext();
}

async function sendFile(id: number, chatbotId: string, mayRenew: boolean): Promise<void> {
  const file = files.get(id);
  if (file === undefined) return;
  try {
    change(id, { state: 'sending' });
    await post(id, chatbotId, file);
    remove(id);
  } catch (error) {
    const hasExpired = error instanceof ApiError && error.status === 401;
    if (hasExpired && mayRenew && (await renewSession().catch(() => false))) return sendFile(id, chatbotId, false);
    change(id, { state: 'failed', error });
  }
  sendNext();
}

/** Uploads by XMLHttpRequest: fetch does not tell how much has been sent. */
function post(id: number, chatbotId: string, file: File): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.open('POST', `/api${chatbotRoot(chatbotId)}/datasources/file`);
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) change(id, { progress: loaded / total });
  });
  request.addEventListener('load', () => {
    if (request.status === 201) resolve();
    else
      reject(
        new ApiError(request.status, request.response ?? {}, Number(request.getResponseHeader('Retry-After')) || 0),
      );
  });
  request.addEventListener('error', () => reject(new TypeError('The service cannot be reached')));
  request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
  request.addEventListener('loadend', () => sending.delete(id));
  sending.set(id, request);
  const form = new FormData();
  form.append('file', new File([file], file.name, { type: CONTENT_TYPES[extensionOf(file.name)] ?? file.type }));
  request.send(form);
  return promise;
}

function change(id: number, changes: Partial<Upload>): void {
  uploads.change((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
}

function remove(id: number): void {
  files.delete(id);
  uploads.change((all) => all.filter((upload) => upload.id !== id));
}
