import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { CHATBOTS } from '../../api/chatbots.ts';
import { api } from '../../api/client.ts';
import { forget, refetchAll } from '../../api/query.ts';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';

/**
 * Deletes the chatbot once the owner has confirmed it.
 * @param next page to go to then
 */
export function useDeletion({ chatbot: { id, name } }: ChatbotPageProps, next: string, onDeleted = () => {}) {
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    const isConfirmed = await confirm({
      title: `Delete “${name}”?`,
      body: 'Its content, conversations, leads, images and widget keys are deleted for good, and its widget stops everywhere.',
      action: 'Delete chatbot',
    });
    if (!isConfirmed) return;
    setBusy(true);
    try {
      const path = chatbotRoot(id);
      await api.delete(path);
      route(next, true);
      forget(path);
      await refetchAll(CHATBOTS);
      onDeleted();
      toast('Chatbot deleted');
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  return { isBusy, onClick: () => void remove() };
}
