import { useEffect, useRef } from 'preact/hooks';
import { markCitations } from '../../../widget/shared/markdown/citation-marks.ts';
import { completed } from '../../../widget/shared/markdown/complete.ts';
import { MarkdownView } from '../../../widget/shared/markdown/markdown-view.ts';

const LABELS = { table: 'Table', code: 'Code' };

/** An answer in Markdown, as elements by a whitelist, also while it is written. Citations are small raised numbers. */
export function AnswerText({ text, isWriting }: { readonly text: string; readonly isWriting: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<MarkdownView>(undefined);
  useEffect(() => {
    if (element.current === null) return;
    view.current ??= new MarkdownView(element.current, LABELS, markCitations);
    view.current.show(isWriting ? completed(text) : text);
  }, [text, isWriting]);
  return <div ref={element} class="markdown" dir="auto" />;
}
