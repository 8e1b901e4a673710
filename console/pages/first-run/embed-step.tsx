import { useState } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import { snippetOf } from '../../embed/snippet.ts';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { addressOf, domainsOf } from '../content/addresses.ts';

/** A key for the website's domain, and the snippet that carries it, with one click. */
export function EmbedStep({ chatbot }: ChatbotPageProps) {
  const { id, publicId, embedDomains } = chatbot;
  const [address, setAddress] = useState(embedDomains[0] ?? '');
  const [fault, setFault] = useState<string>();
  const [key, setKey] = useState<string>();
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    const url = addressOf(address);
    setFault(url === null ? 'This is not a domain. Try one such as example.com.' : undefined);
    if (url === null) return;
    const allowedDomains = domainsOf(url);
    const path = `${chatbotRoot(id)}/widget-keys`;
    const created = await api.post<{ key: string }>(path, { label: url.hostname.slice(0, 100), allowedDomains });
    setKey(created.key);
  });
  return (
    <section class="card card-body stack" aria-labelledby="embed-title">
      <h2 id="embed-title">Put it on your website</h2>
      {key === undefined ? (
        <form class="stack" onSubmit={onSubmit} noValidate>
          <p class="soft">The snippet works on this domain only.</p>
          <FormError message={error === undefined ? undefined : messageOf(error)} />
          <TextField
            label="Domain of your website"
            placeholder="example.com"
            value={address}
            onChange={setAddress}
            error={fault}
            spellcheck={false}
            isRequired
          />
          <Button type="submit" variant="primary" icon="code" isBusy={isBusy}>
            Create the snippet
          </Button>
        </form>
      ) : (
        <>
          <p class="soft">
            Paste this before <code>&lt;/body&gt;</code> of every page. The key in it is shown this once; you can create
            others at any time.
          </p>
          <CodeBlock
            label="Snippet"
            code={snippetOf({ publicId, key, origin: location.origin })}
            action="Copy the snippet"
            isPrimary
          />
        </>
      )}
    </section>
  );
}
