import CFB from 'cfb';

/** A container of older Office files with these streams right below its root. */
export function compoundFileOf(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const container = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) {
    CFB.utils.cfb_add(container, `/${name}`, Buffer.from(bytes));
  }
  return new Uint8Array(CFB.write(container, { type: 'buffer' }) as Buffer);
}
