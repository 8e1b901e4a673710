interface ChoicesProps {
  readonly questions: readonly string[];
  readonly onAsk: (question: string) => void;
}

export function Choices({ questions, onAsk }: ChoicesProps) {
  return (
    <ul class="choices" aria-label="Suggested questions">
      {questions.map((question) => (
        <li key={question}>
          <button type="button" class="choice" dir="auto" onClick={() => onAsk(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
