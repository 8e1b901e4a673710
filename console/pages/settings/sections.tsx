import type { ComponentChildren } from 'preact';
import { faultOf } from '../../ui/content-states.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../ui/forms/field.tsx';
import { useServiceFeatures } from './service-features.ts';
import type { Settings } from './settings.ts';

interface SectionProps {
  readonly draft: Settings;
  /** The error of the last attempt to save. */
  readonly error: unknown;
  readonly set: (change: Partial<Settings>) => void;
}

const MODELS = [
  { value: 'gpt-4o-mini', label: 'gpt-4o-mini: quick, at a low price' },
  { value: 'gpt-4o', label: 'gpt-4o: more thorough' },
] as const;

const SCHEDULES = [
  { value: 'none', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
] as const;

const LEAD_FIELDS = [
  { key: 'name', label: 'Name' },
  { key: 'email', label: 'Email address' },
  { key: 'phone', label: 'Phone number' },
] as const;

const NO_MODEL =
  'This service has no language model (OPENAI_API_KEY): answers quote your content, and these settings change nothing yet.';

/** The address is kept for the day when mail is sent. */
const NO_MAIL =
  'This service sends no mail (SMTP_URL). Requests show on the page Conversations and in the title of its tab.';

function Section({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) {
  return (
    <section class="card card-body stack">
      <div>
        <h2>{title}</h2>
        {lead === undefined ? null : <p class="soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

export function General({ draft, error, set }: SectionProps) {
  return (
    <Section title="General">
      <TextField
        label="Name"
        hint="Visitors see it at the top of the chat."
        value={draft.name}
        onChange={(name) => set({ name })}
        error={faultOf(error, 'name')}
        maxLength={200}
        isRequired
      />
      <TextField
        label="Description"
        hint="For yourself. Visitors do not see it."
        value={draft.description}
        onChange={(description) => set({ description })}
        error={faultOf(error, 'description')}
        maxLength={2000}
      />
    </Section>
  );
}

export function Answers({ draft, error, set }: SectionProps) {
  const features = useServiceFeatures();
  const models = MODELS.map(({ value, label }) => {
    const { [value]: name = value } = features?.modelNames ?? {};
    return { value, label: name === value ? label : `${value}: ${name} here` };
  });
  return (
    <Section
      title="Answers"
      lead={features?.hasLanguageModel === false ? NO_MODEL : 'They take effect with the next question.'}
    >
      <Select
        label="Model"
        value={draft.chatbotModel}
        options={models}
        onChange={(chatbotModel) => set({ chatbotModel })}
      />
      <TextField
        label="Persona"
        placeholder="A friendly member of the shop"
        value={draft.persona}
        onChange={(persona) => set({ persona })}
        error={faultOf(error, 'persona')}
        maxLength={2000}
      />
      <TextField
        label="Tone"
        placeholder="Warm and brief"
        value={draft.tone}
        onChange={(tone) => set({ tone })}
        error={faultOf(error, 'tone')}
        maxLength={2000}
      />
      <TextArea
        label="System prompt"
        hint={`Instructions for the model, such as what it must never promise. ${draft.systemPrompt.length.toLocaleString()} of 8,000 characters.`}
        rows={6}
        value={draft.systemPrompt}
        onChange={(systemPrompt) => set({ systemPrompt })}
        error={faultOf(error, 'systemPrompt')}
        maxLength={8000}
      />
    </Section>
  );
}

export function Content({ draft, set }: SectionProps) {
  return (
    <Section title="Content">
      <Select
        label="Read websites and videos again"
        value={draft.autoRefreshSchedule}
        options={SCHEDULES}
        onChange={(autoRefreshSchedule) => set({ autoRefreshSchedule })}
      />
    </Section>
  );
}

export function People({ draft, error, set }: SectionProps) {
  const features = useServiceFeatures();
  const { allowLeadCapture, leadCaptureFields, humanHandoffEnabled, humanHandoffEmail } = draft;
  return (
    <Section
      title="Leads and requests for a human"
      lead="What visitors may leave, and whether they can ask for a human."
    >
      <Checkbox
        label="Ask visitors for their contact details"
        hint="They appear on the page Leads. No mail is sent for them."
        isChecked={allowLeadCapture}
        onChange={(isAllowed) => set({ allowLeadCapture: isAllowed })}
      />
      <fieldset class="sub-fields" disabled={!allowLeadCapture}>
        <legend class="hidden">Contact details that visitors are asked for</legend>
        {LEAD_FIELDS.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            isChecked={leadCaptureFields[key]}
            onChange={(isAsked) => set({ leadCaptureFields: { ...leadCaptureFields, [key]: isAsked } })}
          />
        ))}
      </fieldset>
      <Checkbox
        label="Visitors may ask for a human"
        hint="You then take the conversation over on the page Conversations."
        isChecked={humanHandoffEnabled}
        onChange={(isEnabled) => set({ humanHandoffEnabled: isEnabled })}
      />
      <TextField
        label="Email address to notify when a visitor asks"
        type="email"
        placeholder="support@example.com"
        hint={features?.sendsMail === false ? <span class="warning">{NO_MAIL}</span> : undefined}
        value={humanHandoffEmail}
        onChange={(email) => set({ humanHandoffEmail: email })}
        error={faultOf(error, 'humanHandoffEmail')}
      />
    </Section>
  );
}
