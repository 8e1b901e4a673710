import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { toast } from './overlays/toast.tsx';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      // Exists on secure pages only.
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), SHOWN_MS);
    } catch {
      toast('The browser does not allow copying. Select the text and copy it yourself.');
    }
  };
  return (
    <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
