/** The parts of an explanation for whoever wants to know exactly. */

import { Disclosure, Fact } from '../ui/facts.tsx';
import { ROLES } from '../ui/words.ts';
import { timeOf } from './summary.ts';
import { type Explanation, isErased, known } from './types.ts';

export function Details({ explanation }: { readonly explanation: Explanation }) {
  const { memory, prompt, configuration } = explanation;
  const turns = known(memory) ?? [];
  const sent = known(prompt);
  const settings = known(configuration);
  return (
    <section class="explanation-details">
      {turns.length === 0 ? null : (
        <Disclosure title="What was said before">
          <ul class="turns">
            {turns.map(({ role, content }, index) => (
              <li key={index}>
                <b>{ROLES[role]}</b>
                <p dir="auto">{content}</p>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {settings === null ? null : (
        <Disclosure title="Settings at that moment">
          <dl class="facts">
            <Fact name="Persona">{settings.persona || 'none'}</Fact>
            <Fact name="Tone">{settings.tone || 'none'}</Fact>
            <Fact name="Instructions">{settings.systemPrompt || 'none'}</Fact>
            <Fact name="Model">{settings.chatbotModel}</Fact>
          </dl>
        </Disclosure>
      )}
      {sent === null ? (
        isErased(prompt) ? (
          <p class="faint">The prompt was erased with the content that it quoted.</p>
        ) : null
      ) : (
        <Disclosure title="The prompt, as the model got it">
          {sent.exact ? null : <p class="faint">Rebuilt from its parts. It differs from what was sent.</p>}
          {sent.messages.map(({ role, content }, index) => (
            <div key={index} class="prompt-message">
              <p class="faint">{role === 'system' ? 'Instructions' : 'Question and passages'}</p>
              <pre tabIndex={0} dir="auto">
                {content}
              </pre>
            </div>
          ))}
        </Disclosure>
      )}
      <Disclosure title="Model, tokens and times">
        <Numbers explanation={explanation} />
      </Disclosure>
    </section>
  );
}

function Numbers({ explanation }: { readonly explanation: Explanation }) {
  const { model, servedModel, parameters, finishReason, embedder, tokens, timing } = explanation;
  const rows: readonly (readonly [string, string | number | null])[] = [
    ['Answered by', model === 'extractive' ? 'quotation, without a model' : model],
    ['Served as', servedModel],
    ['Temperature', parameters.temperature],
    ['Longest answer, tokens', parameters.maxTokens],
    ['Ended because', finishReason],
    ['Meaning measured by', embedder],
    ['Tokens sent', tokens.prompt],
    ['Tokens received', tokens.completion],
    ['Understanding the question', span(timing.condenseMs)],
    ['Searching', span(timing.retrievalMs)],
    ['Until the first word', span(timing.firstTokenMs)],
    ['Altogether', span(timing.totalMs)],
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) =>
        value === null ? null : (
          <Fact key={name} name={name}>
            {typeof value === 'number' ? value.toLocaleString() : value}
          </Fact>
        ),
      )}
    </dl>
  );
}

const span = (ms: number | null): string | null => (ms === null ? null : timeOf(ms));
