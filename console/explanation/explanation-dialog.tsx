/** "Why this answer?": of a test answer, whose explanation came with it, or of a visitor's, from the audit. */
import { chatbotRoot } from '../api/chatbot-root.ts';
import { useQuery } from '../api/query.ts';
import { PendingState } from '../ui/content-states.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { ExplanationView } from './explanation-view.tsx';
import type { Explanation, RecordedExplanation } from './types.ts';

interface ExplanationDialogProps {
  readonly explanation: Explanation;
  readonly onClose: () => void;
}

export function ExplanationDialog({ explanation, onClose }: ExplanationDialogProps) {
  return (
    <Dialog title="Why this answer?" size="large" onClose={onClose}>
      <ExplanationView explanation={explanation} today={null} />
    </Dialog>
  );
}

interface AnswerExplanationDialogProps {
  readonly chatbotId: string;
  /** An answer to a visitor. */
  readonly messageId: string;
  readonly onClose: () => void;
}

export function AnswerExplanationDialog({ chatbotId, messageId, onClose }: AnswerExplanationDialogProps) {
  const path = `${chatbotRoot(chatbotId)}/audit/answers/${encodeURIComponent(messageId)}`;
  const { data, error, refetch } = useQuery<RecordedExplanation>(path);
  return (
    <Dialog title="Why this answer?" size="large" onClose={onClose}>
      {data !== undefined ? (
        <ExplanationView explanation={data} today={data.today} />
      ) : (
        <PendingState label="Loading the explanation" error={error} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}
