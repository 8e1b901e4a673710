import { useLayoutEffect, useRef } from 'preact/hooks';
import { MarkdownView } from '../../widget/shared/markdown/markdown-view.ts';

const LABELS = { table: 'Table', code: 'Code' };

/** Markdown as elements, by a whitelist: nothing in the text can become HTML. */
export function Markdown({ text }: { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView>(undefined);
  useLayoutEffect(() => {
    if (element.current === null) return;
    view.current ??= new MarkdownView(element.current, LABELS);
    view.current.show(text);
  }, [text]);
  return <div ref={element} class="markdown" dir="auto" />;
}
