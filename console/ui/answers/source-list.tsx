import { safeUrl } from '../../../widget/shared/markdown/safe-url.ts';
import type { AnswerSource } from '../../api/types.ts';

const nameOf = ({ title, url }: AnswerSource): string => title || safeUrl(url) || 'Untitled';

/** The sources of an answer, named and folded below it, numbered as the answer cites them. */
export function SourceList({ sources }: { readonly sources: readonly AnswerSource[] }) {
  return (
    <details class="answer-sources">
      <summary class="truncate">Sources: {[...new Set(sources.map(nameOf))].join(' · ')}</summary>
      <ol>
        {sources.map((source, index) => {
          const { url, snippet } = source;
          const href = safeUrl(url);
          const name = nameOf(source);
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
