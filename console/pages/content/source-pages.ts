import { api } from '../../api/client.ts';
import { usePages } from '../../api/use-pages.ts';
import { sourcesPath } from './use-sources.ts';

/** The pages of a website that were read, or those that were not. */
export type PageKind = 'pages' | 'skipped';

export interface SourcePagesProps {
  readonly chatbotId: string;
  readonly sourceId: string;
  /** Empty for all. The caller gives each search a component of its own. */
  readonly search: string;
}

/** @param itemsOf the list in a response */
export const useSourcePages = <Item, Response>(
  kind: PageKind,
  { chatbotId, sourceId, search }: SourcePagesProps,
  itemsOf: (response: Response) => readonly Item[],
) =>
  usePages(async (after, signal) => {
    const query = new URLSearchParams({ after: after ?? '0', ...(search === '' ? {} : { search }) });
    const path = `${sourcesPath(chatbotId)}/${encodeURIComponent(sourceId)}/${kind}?${query}`;
    const response = await api.get<Response & { readonly nextAfter: string | null }>(path, { signal });
    return { items: itemsOf(response), next: response.nextAfter };
  });
