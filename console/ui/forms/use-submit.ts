import { useState } from 'preact/hooks';

interface Submit {
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
}

/** A form that is sent once at a time, and keeps the error of the last attempt. @param send the work */
export function useSubmit(send: () => Promise<void>): Submit {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    send()
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return { onSubmit, isBusy, error };
}
