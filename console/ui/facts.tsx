import type { ComponentChildren } from 'preact';

/** An entry of a list of class `facts`. */
export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

interface DisclosureProps {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details class="disclosure">
      <summary>{title}</summary>
      <div class="disclosure-body">{children}</div>
    </details>
  );
}
