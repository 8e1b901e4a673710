import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import type { AnswerSource } from '../../api/types.ts';
import type { ChatbotPageProps } from '../../pages.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { messageOf } from '../../ui/states.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

interface Answer {
  readonly response: string;
  readonly sources: readonly AnswerSource[];
}

export function TryStep({ chatbot }: ChatbotPageProps) {
  const [question, setQuestion] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    setAnswer(await api.post<Answer>(`/chatbots/${encodeURIComponent(chatbot.id)}/chat`, { message: question }));
  });
  return (
    <section class="card card-body stack" aria-labelledby="try-title">
      <h2 id="try-title">Try it</h2>
      <form class="stack" onSubmit={onSubmit}>
        <FormError message={error === undefined ? undefined : messageOf(error)} />
        <TextField label="Your question" value={question} onChange={setQuestion} isRequired />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Ask
        </Button>
      </form>
      {answer === undefined ? null : <Markdown text={answer.response} />}
    </section>
  );
}
