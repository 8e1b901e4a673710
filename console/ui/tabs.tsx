import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

interface TabsProps<Key extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly key: Key; readonly label: string; readonly icon?: IconName }[];
  readonly current: Key;
  readonly onChoose: (key: Key) => void;
}

/** Kinds of one thing, of which one is shown. */
export function Tabs<Key extends string>({ label, tabs, current, onChoose }: TabsProps<Key>) {
  return (
    <fieldset class="tabs" aria-label={label}>
      {tabs.map(({ key, label: text, icon }) => (
        <button key={key} type="button" class="tab" aria-pressed={key === current} onClick={() => onChoose(key)}>
          {icon === undefined ? null : <Icon name={icon} />}
          {text}
        </button>
      ))}
    </fieldset>
  );
}
