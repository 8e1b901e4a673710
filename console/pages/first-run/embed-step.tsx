import { useState } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import { snippetOf } from '../../embed/snippet.ts';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copying/code-block.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { domainsOf } from '../content/addresses.ts';
import { useAddressForm } from '../content/use-address-form.ts';

const NO_DOMAIN = 'This is not a domain. Try one such as example.com.';

/** A key for the website's domain, and the snippet that carries it, with one click. */
export function EmbedStep({ chatbot }: ChatbotPageProps) {
  const { id, publicId, embedDomains } = chatbot;
  const [key, setKey] = useState<string>();
  const create = async (url: URL) => {
    const allowedDomains = domainsOf(url);
    const path = `${chatbotRoot(id)}/widget-keys`;
    const created = await api.post<{ key: string }>(path, { label: url.hostname.slice(0, 100), allowedDomains });
    setKey(created.key);
  };
  const { form, field, isBusy, message } = useAddressForm(NO_DOMAIN, create, embedDomains[0]);
  return (
    <section class="card card-body stack" aria-labelledby="embed-title">
      <h2 id="embed-title">Put it on your website</h2>
      {key === undefined ? (
        <form class="stack" {...form}>
          <p class="soft">The snippet works on this domain only.</p>
          <FormError message={message} />
          <TextField label="Domain of your website" placeholder="example.com" {...field} />
          <Button type="submit" variant="primary" icon="code" isBusy={isBusy}>
            Create the snippet
          </Button>
        </form>
      ) : (
        <>
          <p class="soft">
            Paste this before <code>&lt;/body&gt;</code> on each page. Its key is shown only this once.
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
