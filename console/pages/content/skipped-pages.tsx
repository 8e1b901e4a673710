import type { SkippedUrl } from '../../api/types.ts';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { type Explanation, explain } from './reasons.ts';
import { type SourcePagesProps, useSourcePages } from './source-pages.ts';

interface Group extends Explanation {
  readonly pages: SkippedUrl[];
}

/** Groups pages with the same explanation, in the order of their first. */
function groupsOf(urls: readonly SkippedUrl[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const page of urls) {
    const explanation = explain(page.reason);
    const key = `${explanation.text}\n${explanation.advice}`;
    const group = groups.get(key) ?? { ...explanation, pages: [] };
    group.pages.push(page);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Every page of a website that was not read, with the reason. */
export function SkippedPages(list: SourcePagesProps) {
  const skippedOf = (response: { skippedUrls: SkippedUrl[] }) => response.skippedUrls;
  const { items, load, ...pages } = useSourcePages('skipped', list, skippedOf);
  const onMore = () => void load();
  if (items === undefined) return <PendingState label="Loading the pages" error={pages.error} onRetry={onMore} />;
  if (items.length === 0) {
    return list.search === '' ? (
      <EmptyState icon="check" title="Every page was read" />
    ) : (
      <EmptyState icon="search" title="Nothing found" />
    );
  }
  return (
    <>
      <p class="soft">Links to other websites and pages beyond the limit are listed too.</p>
      {groupsOf(items).map(({ text, advice, pages }) => (
        <section key={`${text}\n${advice}`}>
          <h3>{text}</h3>
          {advice === '' ? null : <p class="soft">{advice}</p>}
          <ul>
            {pages.map(({ url, reason }, index) => (
              <li key={index}>
                {url}
                {/* It names another page. */}
                {/https?:/.test(reason) ? <p class="faint">{reason}</p> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ListEnd {...pages} onMore={onMore} />
    </>
  );
}
