import type { Chatbot, WidgetKey } from '../../api/types.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { Time } from '../../ui/time.tsx';
import { revokeKey } from './widget-keys.ts';

interface KeyListProps {
  readonly chatbot: Chatbot;
  readonly keys: readonly WidgetKey[];
  readonly onChange: () => Promise<void>;
}

export function KeyList({ chatbot, keys, onChange }: KeyListProps) {
  const revoke = async ({ id, label, lastUsedAt }: WidgetKey) => {
    const isConfirmed = await confirm({
      title: `Revoke “${label}”?`,
      body:
        lastUsedAt === null
          ? 'No website has used it yet. It cannot be made valid again.'
          : 'The chat stops working at once on every page that uses this key. It cannot be made valid again.',
      action: 'Revoke key',
    });
    if (!isConfirmed) return;
    try {
      await revokeKey(chatbot.id, id);
      toast('Key revoked');
    } catch (error) {
      toastError(error);
    }
    await onChange();
  };
  return (
    <ul class="keys">
      {keys.map((key) => (
        <li key={key.id}>
          <div class="key-head">
            <h3 class="truncate" dir="auto">
              {key.label}
            </h3>
            <code>{key.keyPrefix}…</code>
            {key.lastUsedAt === null ? <Badge tone="neutral">Never used</Badge> : null}
          </div>
          <Domains domains={key.allowedDomains} />
          <p class="faint key-facts">
            <span>
              Created <Time at={key.createdAt} as="date" />
            </span>
            {key.lastUsedAt === null ? null : (
              <>
                <span class="number">
                  {key.usageCount === 1 ? 'Used once' : `Used ${key.usageCount.toLocaleString()} times`}
                </span>
                <span>
                  Last use <Time at={key.lastUsedAt} />
                </span>
              </>
            )}
          </p>
          <Button variant="quiet" icon="trash" class="key-action" onClick={() => void revoke(key)}>
            Revoke<span class="hidden"> {key.label}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Domains({ domains }: { readonly domains: readonly string[] }) {
  if (domains.length === 0) return <p class="bad-text">No website: every request with this key is refused.</p>;
  return <p class="soft key-domains">{domains.includes('*') ? 'Every website' : domains.join(', ')}</p>;
}
