import { useLayoutEffect, useRef } from 'preact/hooks';
import { markCitations } from '../../../widget/shared/markdown/citation-marks.ts';
import { MarkdownView } from '../../../widget/shared/markdown/markdown-view.ts';

const LABELS = { table: 'Table', code: 'Code' };

interface MarkdownProps {
  readonly text: string;
  /** Numbers such as `[1]` name sources. */
  readonly isCiting?: boolean;
}

/** Markdown as elements, by a whitelist: nothing in the text can become HTML. */
export function Markdown({ text, isCiting = false }: MarkdownProps) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView>(undefined);
  useLayoutEffect(() => {
    if (element.current === null) return;
    view.current ??= new MarkdownView(element.current, LABELS, isCiting ? markCitations : undefined);
    view.current.show(text);
  }, [text]);
  return <div ref={element} class="markdown" dir="auto" />;
}
