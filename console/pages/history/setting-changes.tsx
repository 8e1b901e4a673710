import { useQuery } from '../../api/query.ts';
import { PendingState } from '../../ui/content-states.tsx';
import { Fact } from '../../ui/facts.tsx';
import { SettingValue } from './setting-value.tsx';
import { statePath } from './state-dialog.tsx';
import type { AuditEvent, ChatbotState } from './types.ts';
import { changedFields, fieldName, valueText } from './words.ts';

interface SettingChangesProps {
  readonly chatbotId: string;
  readonly event: AuditEvent;
}

/** Each setting that an event changed, before and after. */
export function SettingChanges({ chatbotId, event }: SettingChangesProps) {
  // The state of any position can be asked for: this one ends right before the event.
  const before = String(BigInt(event.position) - 1n);
  const { data, error, refetch } = useQuery<ChatbotState>(`${statePath(chatbotId, before)}&limit=1`);
  if (data === undefined) {
    return <PendingState label="Loading the state" rows={1} error={error} onRetry={() => void refetch()} />;
  }
  const settings: Readonly<Record<string, unknown>> = { ...data.configuration };
  return (
    <dl class="facts filtered">
      {changedFields(event).map((field) => (
        <Fact key={field} name={fieldName(field)}>
          <SettingValue value={valueText(event.data?.[field])} before={valueText(settings[field])} />
        </Fact>
      ))}
    </dl>
  );
}
