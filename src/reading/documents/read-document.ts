import { isFileExtension } from '../../domain/data-source/file-types.ts';
import type { ReadDocument } from '../../text/document.ts';
import { contentLength } from '../../text/document.ts';
import { checkCharacterCount } from '../piece-count.ts';
import { damaged, EMPTY, Unreadable } from '../unreadable.ts';
import { checkSignature } from './check-signature.ts';
import { extensionOf, formatOf } from './formats.ts';

/** @throws Unreadable */
export async function readDocument(fileName: string, bytes: Uint8Array): Promise<ReadDocument> {
  const extension = extensionOf(fileName);
  if (!isFileExtension(extension)) {
    throw new Unreadable(`This kind of file cannot be read: ${extension || fileName}`);
  }
  if (bytes.length === 0) throw new Unreadable(EMPTY);
  await checkSignature(extension, bytes);
  const read = await formatOf(extension).loadReader();
  let content: Awaited<ReturnType<typeof read>>;
  try {
    content = await read(bytes);
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged('its structure cannot be understood');
  }
  const length = contentLength(content);
  if (length === 0) throw new Unreadable(EMPTY);
  checkCharacterCount(length);
  return { title: content.title ?? titleFrom(fileName), url: null, language: content.language, blocks: content.blocks };
}

/** Without folders and extension. */
function titleFrom(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? fileName;
  return name.slice(0, name.length - extensionOf(name).length).trim() || name;
}
