import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import type { Lead } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { downloadText, fileNameOf } from '../../ui/download-text.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { Time } from '../../ui/time.tsx';
import { loadConversation } from '../conversations/inbox.ts';
import { EmailLink, PhoneLink } from '../conversations/lead-card.tsx';
import { leadsCsv } from './csv.ts';
import { allLeads, useLeads } from './use-leads.ts';

export function LeadsPage({ chatbot }: ChatbotPageProps) {
  const { page, error, isLoading, load, remove } = useLeads(chatbot.id);
  const hasLeads = page !== undefined && page.leads.length > 0;
  const loaded = hasLeads ? (
    <LeadTable chatbotId={chatbot.id} leads={page.leads} onDeleted={remove} />
  ) : (
    <NoLeads chatbot={chatbot} />
  );
  return (
    <Page
      title="Leads"
      description="Contact details that visitors left."
      actions={hasLeads ? <Download chatbotId={chatbot.id} name={chatbot.name} /> : undefined}
    >
      <div class="card">
        {page === undefined ? (
          <PendingState label="Loading the leads" error={error} onRetry={() => void load(null)} />
        ) : (
          loaded
        )}
        {typeof page?.nextBefore === 'string' && (
          <div class="leads-more">
            <Button isBusy={isLoading} onClick={() => void load(page.nextBefore)}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </Page>
  );
}

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

interface TableProps {
  readonly chatbotId: string;
  readonly leads: readonly Lead[];
  readonly onDeleted: (id: string) => void;
}

function LeadTable({ chatbotId, leads, onDeleted }: TableProps) {
  return (
    <table class="leads">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Phone</th>
          <th scope="col">Captured</th>
          <th scope="col">
            <span class="hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <LeadRow key={lead.id} chatbotId={chatbotId} lead={lead} onDeleted={onDeleted} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<TableProps, 'chatbotId' | 'onDeleted'> {
  readonly lead: Lead;
}

function LeadRow({ chatbotId, lead, onDeleted }: RowProps) {
  const { id, conversationId, name, email, phone, capturedAt } = lead;
  const who = name ?? email ?? phone ?? 'this visitor';
  const remove = async () => {
    const isConfirmed = await confirm({
      title: 'Delete this lead?',
      body: (
        <p>
          The contact details of <bdi>{who}</bdi> are erased for good. The conversation stays.
        </p>
      ),
      action: 'Delete lead',
    });
    if (!isConfirmed) return;
    try {
      await api.delete(`/chatbots/${encodeURIComponent(chatbotId)}/leads/${encodeURIComponent(conversationId)}`);
      onDeleted(id);
      toast('Lead deleted');
      void loadConversation(chatbotId, conversationId).catch(() => undefined);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <tr>
      <th scope="row">
        <a href={`${chatbotPath(chatbotId, 'conversations')}/${conversationId}`}>
          <bdi>{name ?? 'No name'}</bdi>
        </a>
      </th>
      <td data-label="Email">{email === null ? <None /> : <EmailLink email={email} />}</td>
      <td data-label="Phone">{phone === null ? <None /> : <PhoneLink phone={phone} />}</td>
      <td data-label="Captured">
        <Time at={capturedAt} />
      </td>
      <td class="leads-actions">
        <IconButton label={`Delete the lead of ${who}`} icon="trash" onClick={() => void remove()} />
      </td>
    </tr>
  );
}

const None = () => <span class="faint">—</span>;

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
