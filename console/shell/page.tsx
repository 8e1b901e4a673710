import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../state/use-store.ts';
import { titleBadge, titled } from './title-badge.ts';

interface PageProps {
  readonly title: string;
  /** Default: the title. */
  readonly tabTitle?: string;
  readonly description?: ComponentChildren;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** `wide` uses the whole width. */
  readonly width?: 'narrow' | 'normal' | 'wide';
}

/** Sets heading and tab title, and moves screen readers to the heading after a change of page. */
export function Page({ title, tabTitle = title, description, actions, children, width = 'normal' }: PageProps) {
  const waiting = useStore(titleBadge);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = titled(tabTitle, waiting);
  }, [tabTitle, waiting]);
  useEffect(() => {
    // After a reload, reading starts at the beginning. Browsers without this property count as used.
    const isUsed = (navigator.userActivation as UserActivation | undefined)?.hasBeenActive ?? true;
    if (isUsed && document.activeElement?.closest('dialog') == null) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main class={`page ${width}`}>
      <header class="page-head">
        <div class="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {description === undefined ? null : <p class="soft">{description}</p>}
        </div>
        {actions === undefined ? null : <div class="row">{actions}</div>}
      </header>
      {children}
    </main>
  );
}
