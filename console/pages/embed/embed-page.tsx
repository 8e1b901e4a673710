import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useQuery } from '../../api/query.ts';
import { DEFAULT_OPTIONS, KEY_PLACE, type SnippetOptions, snippetOf } from '../../embed/snippet.ts';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { CodeBlock } from '../../ui/copying/code-block.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyList } from './key-list.tsx';
import { SnippetOptionFields } from './snippet-options.tsx';
import { keysPath, type WidgetKeyList } from './widget-keys.ts';

/** Uses are right within two seconds of a request. */
const REFRESH_MS = 5_000;

export function EmbedPage({ chatbot }: ChatbotPageProps) {
  const { data, error, refetch } = useQuery<WidgetKeyList>(keysPath(chatbot.id));
  const { path, query, route } = useLocation();
  const isCreating = query.create !== undefined;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refetch();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  const create = (
    <Button variant="primary" icon="plus" onClick={() => route(`${path}?create`)}>
      Create key
    </Button>
  );
  const keys = data?.keys.filter(({ isActive }) => isActive);
  const hasKeys = keys !== undefined && keys.length > 0;
  const loaded = hasKeys ? (
    <KeyList chatbot={chatbot} keys={keys} onChange={refetch} />
  ) : (
    <EmptyState icon="key" title="No website can use this chatbot yet" action={create}>
      Create a key for your website, and paste the snippet that comes with it.
    </EmptyState>
  );
  return (
    <Page
      title="Embed"
      description="A key says which websites may have the chat. The snippet brings it."
      actions={hasKeys ? create : undefined}
    >
      <section class="stack" aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <div class="card">
          {keys === undefined ? (
            <PendingState label="Loading the keys" rows={2} error={error} onRetry={() => void refetch()} />
          ) : (
            loaded
          )}
        </div>
      </section>
      {hasKeys ? <Snippet publicId={chatbot.publicId} /> : null}
      {isCreating ? <CreateKeyDialog chatbot={chatbot} onClose={() => route(path, true)} onCreated={refetch} /> : null}
    </Page>
  );
}

function Snippet({ publicId }: { readonly publicId: string }) {
  const [options, setOptions] = useState<SnippetOptions>(DEFAULT_OPTIONS);
  return (
    <section class="stack" aria-labelledby="snippet-title">
      <h2 id="snippet-title">Snippet</h2>
      <div class="card card-body stack">
        <p class="soft">
          Paste it before <code>&lt;/body&gt;</code>, with the whole key in the place of <code>{KEY_PLACE}</code>. If
          you no longer have it, create another key.
        </p>
        <SnippetOptionFields options={options} onChange={setOptions} />
        <CodeBlock
          label="Code of the snippet"
          code={snippetOf({ publicId, key: KEY_PLACE, origin: location.origin }, options)}
          action="Copy snippet"
        />
        <h3>Check that it works</h3>
        <ol class="steps">
          <li>Open the page with the snippet. The bubble appears in a corner.</li>
          <li>The key’s last use, above, says “just now” within a few seconds.</li>
          <li>
            If it does not: is the page’s domain on the key’s list? The console of your browser says what the service
            refused.
          </li>
        </ol>
      </div>
    </section>
  );
}
