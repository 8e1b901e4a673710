import type { DataSource, SkippedUrl } from '../../api/types.ts';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { type Explanation, explain } from './reasons.ts';
import { titleOf } from './source-words.ts';
import { useSkipped } from './use-skipped.ts';

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

interface SkippedDialogProps {
  readonly chatbotId: string;
  readonly source: DataSource;
  readonly onClose: () => void;
}

/** Every page of a website that was not read, with the reason. */
export function SkippedDialog({ chatbotId, source, onClose }: SkippedDialogProps) {
  const { items: urls, load, ...pages } = useSkipped(chatbotId, source.id);
  const onMore = () => void load();
  return (
    <Dialog title="Pages that were not read" size="large" onClose={onClose}>
      <p class="soft skipped-lead">
        From {titleOf(source)}. Links to other websites and pages beyond the limit are listed too.
      </p>
      {groupsOf(urls ?? []).map(({ text, advice, pages }) => (
        <section key={`${text}\n${advice}`} class="skipped">
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
      {urls === undefined ? (
        <PendingState label="Loading the pages" error={pages.error} onRetry={onMore} />
      ) : (
        <ListEnd {...pages} onMore={onMore} />
      )}
      {urls?.length === 0 ? <EmptyState icon="check" title="Every page was read" /> : null}
    </Dialog>
  );
}
