import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the files below the folder that hold the word, in UTF-8 or UTF-16, whatever they are. A service may be running on it. */
export function filesWith(directory: string, word: string): readonly string[] {
  const files = globSync('**/*', { cwd: directory, withFileTypes: true }).filter((entry) => entry.isFile());
  const forms = [Buffer.from(word), Buffer.from(word, 'utf16le')];
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = bytesOf(path);
      return forms.some((form) => bytes.includes(form));
    });
}

/** A running service replaces files: one that is gone holds nothing. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
