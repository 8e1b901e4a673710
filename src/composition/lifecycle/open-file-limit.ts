import { readFileSync } from 'node:fs';

/** An idle service has some 80 files open. Threads, connections and requests need the rest. */
const FEWEST_FILES = 128;

/** Files that this process may open; infinite where there is no limit, or the system does not tell it (outside Linux). */
export function maxOpenFiles(): number {
  try {
    // Node has raised the soft limit to the hard one.
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** @throws Error with a message for operators; otherwise a start would fail half way, or work would fail later */
export function requireOpenFiles(): void {
  const files = maxOpenFiles();
  if (files >= FEWEST_FILES) return;
  throw new Error(
    `This process may open only ${files} files, too few to start with. Raise the limit, to 1024 or more: ulimit -n, LimitNOFILE= in systemd, --ulimit nofile= in Docker.`,
  );
}
