/** 122 random bits. `crypto.randomUUID` exists on secure pages only, and some sites are still served by http. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
