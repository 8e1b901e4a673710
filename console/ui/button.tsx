import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

type Variant = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly variant?: Variant;
  readonly icon?: IconName;
  readonly type?: 'button' | 'submit';
  readonly onClick?: (event: MouseEvent) => void;
  readonly isDisabled?: boolean;
  /** Work is under way: the button keeps its size and cannot be pressed again. */
  readonly isBusy?: boolean;
  /** State of a button that turns something on and off. */
  readonly isPressed?: boolean;
  readonly class?: string;
}

export function Button(props: ButtonProps) {
  const { children, variant = 'plain', icon, type = 'button', onClick, isDisabled = false, isBusy = false } = props;
  return (
    <button
      type={type}
      class={`button ${variant} ${props.class ?? ''}`}
      disabled={isDisabled}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      aria-pressed={props.isPressed}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly variant?: Variant;
  readonly icon?: IconName;
}

export function ButtonLink({ href, children, variant = 'plain', icon }: ButtonLinkProps) {
  return (
    <a href={href} class={`button ${variant}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </a>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly onClick: (event: MouseEvent) => void;
  readonly isDisabled?: boolean;
  readonly class?: string;
}

/** `label` is its accessible name and its tooltip. */
export function IconButton({ label, icon, onClick, isDisabled = false, class: more = '' }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`button quiet icon-only ${more}`}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
