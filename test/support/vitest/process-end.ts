/** Things of a test process that its files share: a service, a browser. */
const closers: (() => Promise<void>)[] = [];

/** @param close called once, when no test file follows in this process */
export function onProcessEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** Closes what the files shared, the newest first. */
export async function endProcess(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
