import { useStore } from '../../state/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { alertState, turnAlerts } from './alerts.ts';

/** Nothing where the browser shows no notifications. */
export function AlertsButton() {
  const state = useStore(alertState);
  if (state === 'missing') return null;
  const toggle = async () => {
    const isAllowed = await turnAlerts(state === 'off');
    if (!isAllowed) toast('Your browser blocks alerts. Allow them in its settings.');
    else if (alertState.get() === 'on') toast('Alerts are on while a page of this chatbot is open');
  };
  return (
    <Button icon="bell" isPressed={state === 'on'} onClick={() => void toggle().catch(toastError)}>
      {state === 'on' ? 'Alerts are on' : 'Alert me'}
    </Button>
  );
}
