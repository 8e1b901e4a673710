import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useStore } from '../../state/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { ChatCard } from './chat-card.tsx';
import { testChatOf } from './test-chat.ts';

export function TryItPage({ chatbot }: ChatbotPageProps) {
  const chat = testChatOf(chatbot.id);
  return (
    <Page
      title="Try it"
      description="Test questions are not recorded and do not use up your plan."
      actions={
        <Button icon="refresh" isDisabled={useStore(chat.turns).length === 0} onClick={() => chat.clear()}>
          Start over
        </Button>
      }
    >
      <ChatCard chatbot={chatbot} />
    </Page>
  );
}
