import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** Its accessible name. */
  readonly label: string;
  readonly code: string;
  /** The button's text. */
  readonly action?: string;
  /** Copying is the next thing to do. */
  readonly isPrimary?: boolean;
}

export function CodeBlock({ label, code, action = 'Copy', isPrimary = false }: CodeBlockProps) {
  return (
    <div class="code-block">
      {/* The keyboard scrolls it. */}
      <section aria-label={label} tabIndex={0}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label={action} isPrimary={isPrimary} />
    </div>
  );
}
