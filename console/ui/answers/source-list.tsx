import { safeUrl } from '../../../widget/shared/markdown/safe-url.ts';
import type { AnswerSource } from '../../api/types.ts';

/** The sources of an answer, folded below it, numbered as the answer cites them. */
export function SourceList({ sources }: { readonly sources: readonly AnswerSource[] }) {
  return (
    <details class="answer-sources">
      <summary>{sources.length === 1 ? '1 source' : `${sources.length} sources`}</summary>
      <ol>
        {sources.map(({ title, url, snippet }, index) => {
          const href = safeUrl(url);
          const name = title || href || 'Untitled';
          return (
            <li key={index} dir="auto">
              {href === null ? (
                <b>{name}</b>
              ) : (
                <a href={href} target="_blank" rel="noreferrer noopener">
                  {name}
                </a>
              )}
              {snippet === '' ? null : <p class="soft">{snippet}</p>}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
