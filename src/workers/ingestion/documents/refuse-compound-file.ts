import { CompoundFile, isCompoundFile } from './compound-file/compound-file.ts';
import { PASSWORD_PROTECTED, Unreadable, wrongKind } from './unreadable.ts';

/**
 * Office wraps an encrypted document into the container of its older formats; those themselves are other files.
 * @param extension of the newer format, with its dot. @throws Unreadable for any such container
 */
export function refuseCompoundFile(bytes: Uint8Array, extension: string): void {
  if (!isCompoundFile(bytes)) return;
  throw new CompoundFile(bytes).has('EncryptedPackage') ? new Unreadable(PASSWORD_PROTECTED) : wrongKind(extension);
}
