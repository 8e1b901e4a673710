import type { ReadDocument } from '../../../text/document.ts';
import { contentLength } from '../../../text/document.ts';
import { checkBytes } from './check-bytes.ts';
import { extensionOf, formatOf } from './formats.ts';
import { damaged, EMPTY, Unreadable } from './unreadable.ts';

/** Far beyond a thick book; what is longer would only be found by chance. */
const MAX_CHARACTERS = 40_000_000;

/**
 * Reads one file by the format that its name says.
 * @throws Unreadable
 */
export async function readDocument(fileName: string, bytes: Uint8Array): Promise<ReadDocument> {
  const format = formatOf(fileName);
  if (format === null) {
    throw new Unreadable(`This kind of file cannot be read: ${extensionOf(fileName) || fileName}`);
  }
  if (bytes.length === 0) throw new Unreadable(EMPTY);
  await checkBytes(format, bytes);
  const read = await format.reader();
  let content: Awaited<ReturnType<typeof read>>;
  try {
    content = await read(bytes);
  } catch (error) {
    throw error instanceof Unreadable ? error : damaged('its structure cannot be understood');
  }
  const length = contentLength(content);
  if (length === 0) throw new Unreadable(EMPTY);
  if (length > MAX_CHARACTERS) throw new Unreadable('The document holds more text than can be read');
  return { title: content.title ?? titleFrom(fileName), url: null, language: content.language, blocks: content.blocks };
}

/** The file's name as a person would say it: without folders and extension. */
function titleFrom(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? fileName;
  return name.slice(0, name.length - extensionOf(name).length).trim() || name;
}
