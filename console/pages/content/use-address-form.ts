import { useState } from 'preact/hooks';
import { faultOf, messageOf } from '../../ui/content-states.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { addressOf } from './addresses.ts';

/**
 * A form with one address, which may be typed without its `https://`.
 * @param wrong message at the field, when this page or the service finds that it holds no address
 * @returns properties of the form and of its field, and the message of any other error
 */
export function useAddressForm(wrong: string, send: (url: URL) => Promise<void>, initial = '') {
  const [value, onChange] = useState(initial);
  const [isAddress, setIsAddress] = useState(true);
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    const url = addressOf(value);
    setIsAddress(url !== null);
    if (url !== null) await send(url);
  });
  const isWrong = !isAddress || faultOf(error, 'sourceUrl') !== undefined;
  return {
    form: { onSubmit, noValidate: true },
    field: { value, onChange, error: isWrong ? wrong : undefined, spellcheck: false, isRequired: true },
    isBusy,
    message: error === undefined || isWrong ? undefined : messageOf(error),
  };
}
