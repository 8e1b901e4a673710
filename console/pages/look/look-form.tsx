import { faultOf } from '../../ui/content-states.tsx';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { AvatarField } from './avatar-field.tsx';
import { Colours } from './colours.tsx';
import type { LookSectionProps } from './look-fields.ts';
import { PromptsField } from './prompts-field.tsx';

interface LookFormProps extends LookSectionProps {
  readonly chatbotId: string;
}

export function LookForm({ chatbotId, ...section }: LookFormProps) {
  return (
    <>
      <WhoAnswers chatbotId={chatbotId} {...section} />
      <HowItBegins {...section} />
      <Colours {...section} />
    </>
  );
}

function WhoAnswers({ chatbotId, look, error, onChange }: LookFormProps) {
  return (
    <section class="card card-body stack">
      <h2>Who answers</h2>
      <TextField
        label="Name"
        hint="In the header of the chat."
        value={look.name}
        maxLength={200}
        onChange={(name) => onChange({ name })}
        error={faultOf(error, 'name')}
      />
      <AvatarField
        chatbotId={chatbotId}
        avatarUrl={look.avatarUrl}
        primaryColor={look.primaryColor}
        onChange={(avatarUrl) => onChange({ avatarUrl })}
      />
    </section>
  );
}

function HowItBegins({ look, error, onChange }: LookSectionProps) {
  return (
    <section class="card card-body stack">
      <h2>How it begins</h2>
      <TextArea
        label="Welcome message"
        hint="Markdown, such as **bold**. Empty: a greeting in the visitor’s language."
        value={look.welcomeMessage}
        rows={3}
        maxLength={2000}
        onChange={(welcomeMessage) => onChange({ welcomeMessage })}
        error={faultOf(error, 'welcomeMessage')}
      />
      <PromptsField prompts={look.quickPrompts} onChange={(quickPrompts) => onChange({ quickPrompts })} />
    </section>
  );
}
