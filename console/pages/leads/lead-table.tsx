import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { Lead } from '../../api/types.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { IconButton } from '../../ui/button.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { Time } from '../../ui/time.tsx';
import { loadConversation } from '../conversations/inbox.ts';
import { EmailLink, PhoneLink } from '../conversations/lead-card.tsx';

interface TableProps {
  readonly chatbotId: string;
  readonly leads: readonly Lead[];
  readonly onDeleted: (id: string) => void;
}

export function LeadTable({ chatbotId, leads, onDeleted }: TableProps) {
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
      await api.delete(`${chatbotRoot(chatbotId)}/leads/${encodeURIComponent(conversationId)}`);
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
