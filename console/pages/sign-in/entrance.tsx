import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface EntranceProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ComponentChildren;
  /** The way to another entrance; null where there is none. */
  readonly other: ComponentChildren;
}

/** Signing in and registering look alike. */
export function Entrance({ title, lead, children, other }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · Chatledger`;
  }, [title]);
  return (
    <main class="entrance">
      <div class="entrance-box">
        <img src="/favicon.svg" alt="" width="40" height="40" />
        <h1>{title}</h1>
        <p class="soft">{lead}</p>
        {children}
        {other === null ? null : <p class="entrance-other soft">{other}</p>}
      </div>
    </main>
  );
}
