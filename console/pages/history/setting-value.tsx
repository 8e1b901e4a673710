import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { isLong, shortened, shortenedAlike } from './long-values.ts';

interface SettingValueProps {
  readonly value: string;
  /** The value that it replaced. */
  readonly before?: string;
}

/** A value of a setting. A long one is shown whole on demand. */
export function SettingValue({ value, before }: SettingValueProps) {
  const [isWhole, setWhole] = useState(false);
  const canGrow = isLong(value) || isLong(before ?? '');
  return (
    <>
      {before === undefined ? (
        <span>{isWhole ? value : shortened(value)}</span>
      ) : (
        <Change texts={isWhole ? [before, value] : shortenedAlike(before, value)} />
      )}
      {canGrow ? (
        <div>
          <Button onClick={() => setWhole(!isWhole)}>{isWhole ? 'Show less' : 'Show all'}</Button>
        </div>
      ) : null}
    </>
  );
}

function Change({ texts: [before, after] }: { readonly texts: readonly [string, string] }) {
  return (
    <>
      <del dir="auto">{before}</del> <span class="faint">→</span> <ins dir="auto">{after}</ins>
    </>
  );
}
