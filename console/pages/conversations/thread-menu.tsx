import { useLocation } from 'preact-iso/router';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import type { Conversation } from '../../api/types.ts';
import { downloadText, fileNameOf } from '../../browser/download-text.ts';
import { chatbotPath } from '../../shell/navigation.ts';
import { Icon } from '../../ui/icon.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { forgetConversation } from './inbox.ts';
import { loadMarks } from './thread-marks.ts';
import { transcriptOf } from './transcript.ts';
import { nameOf } from './visitor-name.ts';
import { wholeHistory } from './whole-history.ts';

interface ThreadMenuProps {
  readonly chatbotId: string;
  readonly conversation: Conversation;
}

export function ThreadMenu({ chatbotId, conversation }: ThreadMenuProps) {
  const { route } = useLocation();
  const { id, sessionId } = conversation;
  const name = nameOf(conversation);

  const download = async () => {
    const [messages, marks] = await Promise.all([
      wholeHistory(chatbotId, sessionId),
      loadMarks(chatbotId, conversation),
    ]);
    const text = transcriptOf(conversation, messages, marks);
    downloadText(`conversation-${fileNameOf(name, 'visitor')}.txt`, text, 'text/plain');
  };
  const remove = async () => {
    const isConfirmed = await confirm({
      title: 'Delete this conversation?',
      body: (
        <p>
          All messages and contact details of <bdi>{name}</bdi> are erased for good. The visitor sees an empty chat.
          Answers and ratings stay counted.
        </p>
      ),
      action: 'Delete conversation',
    });
    if (!isConfirmed) return;
    await api.delete(`${chatbotRoot(chatbotId)}/conversations/${encodeURIComponent(id)}`);
    forgetConversation(chatbotId, id);
    toast('Conversation deleted');
    route(chatbotPath(chatbotId, 'conversations'), true);
  };
  return (
    <Menu
      label="Actions for this conversation"
      trigger={<Icon name="more" />}
      items={[
        { label: 'Download as text', icon: 'download', act: () => void download().catch(toastError) },
        { label: 'Delete', icon: 'trash', isDangerous: true, act: () => void remove().catch(toastError) },
      ]}
    />
  );
}
