export const PASSWORD_BYTES = { least: 8, most: 72 };
export const PASSWORD_RULE = `must have ${PASSWORD_BYTES.least} to ${PASSWORD_BYTES.most} bytes`;

/** Counts bytes in UTF-8. */
export function hasPasswordLength(password: string): boolean {
  const bytes = new TextEncoder().encode(password).byteLength;
  return bytes >= PASSWORD_BYTES.least && bytes <= PASSWORD_BYTES.most;
}
