import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Lead } from '../../api/types.ts';
import { downloadText, fileNameOf } from '../../browser/download-text.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { hasWords } from '../../ui/lists/has-words.ts';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { toastError } from '../../ui/overlays/toast.tsx';
import { leadsCsv } from './csv.ts';
import { LeadTable } from './lead-table.tsx';
import { allLeads, useLeads } from './use-leads.ts';

/** Fewer are seen at a glance. */
const MIN_SEARCHED = 6;
/** Leads that a search loads by itself. The owner asks for older ones. */
const MAX_SEARCHED = 2_000;

export function LeadsPage({ chatbot }: ChatbotPageProps) {
  const { leads, remove, ...pages } = useLeads(chatbot.id);
  const [typed = '', setTyped] = useSearchParam('search');
  const search = typed.trim();
  const { hasMore, isLoading, error, load } = pages;
  const found = useMemo(() => leads?.filter((lead) => hasWords(textOf(lead), search)) ?? [], [leads, search]);
  const total = leads?.length ?? 0;
  const isSearching = search !== '' && hasMore && error === undefined && total < MAX_SEARCHED;
  // The service has no search of leads: those that are not loaded yet are loaded, and searched here.
  useEffect(() => {
    if (isSearching && !isLoading) void load();
  }, [isSearching, isLoading]);
  return (
    <Page
      title="Leads"
      description="Contact details that visitors left."
      actions={total > 0 ? <Download chatbotId={chatbot.id} name={chatbot.name} /> : undefined}
    >
      <div class="card">
        {total < MIN_SEARCHED && search === '' ? null : (
          <div class="list-tools">
            <SearchField label="Search contact details" value={typed} onInput={setTyped} />
            <span class="soft number" role="status">
              {search === '' ? null : foundOf(found.length, total, hasMore)}
            </span>
          </div>
        )}
        {found.length > 0 ? <LeadTable chatbotId={chatbot.id} leads={found} onDeleted={remove} /> : null}
        {leads === undefined ? (
          <PendingState label="Loading the leads" error={error} onRetry={() => void load()} />
        ) : (
          <ListEnd {...pages} onMore={() => void load()} action={search === '' ? 'Show more' : 'Search older leads'} />
        )}
        {total === 0 && leads !== undefined ? <NoLeads chatbot={chatbot} /> : null}
      </div>
    </Page>
  );
}

/** A phone number is found with and without what divides its digits. */
const textOf = ({ name, email, phone }: Lead): string => [name, email, phone, phone?.replace(/\D/g, '')].join('\n');

const foundOf = (found: number, total: number, hasMore: boolean): string =>
  `${found.toLocaleString()} of ${hasMore ? 'the newest ' : ''}${total.toLocaleString()} leads found`;

function NoLeads({ chatbot: { id, allowLeadCapture } }: ChatbotPageProps) {
  return (
    <EmptyState
      icon="people"
      title="No leads yet"
      action={
        allowLeadCapture ? undefined : (
          <ButtonLink href={chatbotPath(id, 'settings')} variant="primary">
            Ask for contact details
          </ButtonLink>
        )
      }
    >
      {allowLeadCapture
        ? 'Visitors who leave their contact details in the chat appear here.'
        : 'This chatbot does not ask visitors for contact details.'}
    </EmptyState>
  );
}

function Download({ chatbotId, name }: { readonly chatbotId: string; readonly name: string }) {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const leads = await allLeads(chatbotId);
      const root = `${location.origin}${chatbotPath(chatbotId, 'conversations')}`;
      const csv = leadsCsv(leads, ({ conversationId }) => `${root}/${conversationId}`);
      downloadText(`leads-${fileNameOf(name, 'chatbot')}.csv`, csv, 'text/csv');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon="download" isBusy={isBusy} onClick={() => void download()}>
      Download CSV
    </Button>
  );
}
