import { CompoundFile, isCompoundFile } from '../../office-legacy/compound-file/compound-file.ts';
import { PASSWORD_PROTECTED, Unreadable, wrongFormat } from '../../unreadable.ts';

/**
 * Office uses compound files for encrypted documents and for its older formats.
 * @param extension of the newer format, with its dot
 * @throws Unreadable for any compound file
 */
export function refuseCompoundFile(bytes: Uint8Array, extension: string): void {
  if (!isCompoundFile(bytes)) return;
  throw new CompoundFile(bytes).has('EncryptedPackage') ? new Unreadable(PASSWORD_PROTECTED) : wrongFormat(extension);
}
