import { useState } from 'preact/hooks';
import { copyText } from '../../browser/copy-text.ts';
import { Button } from '../button.tsx';
import { toast } from '../overlays/toast.tsx';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly isPrimary?: boolean;
}

export function CopyButton({ text, label, isPrimary = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (button: HTMLElement) => {
    if (!(await copyText(text, button))) {
      toast('The browser does not allow copying. Select the text and copy it yourself.');
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button
      variant={isPrimary ? 'primary' : 'plain'}
      icon={isCopied ? 'check' : 'copy'}
      onClick={({ currentTarget }) => {
        if (currentTarget instanceof HTMLElement) void copy(currentTarget);
      }}
    >
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
