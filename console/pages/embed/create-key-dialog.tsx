import { useState } from 'preact/hooks';
import { parseUrl } from '../../../widget/shared/parse-url.ts';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { useQuery } from '../../api/query.ts';
import type { Chatbot, DataSource } from '../../api/types.ts';
import { snippetOf } from '../../embed/snippet.ts';
import { Button } from '../../ui/button.tsx';
import { faultOf, messageOf } from '../../ui/content-states.tsx';
import { CodeBlock } from '../../ui/copying/code-block.tsx';
import { FormError, TextArea, TextField } from '../../ui/forms/field.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { domainsOf } from '../content/addresses.ts';
import { domainFault } from './domain-fault.ts';
import { createKey, domainsIn } from './widget-keys.ts';

interface CreateKeyDialogProps {
  readonly chatbot: Chatbot;
  readonly onClose: () => void;
  readonly onCreated: () => Promise<void>;
}

export function CreateKeyDialog({ chatbot, onClose, onCreated }: CreateKeyDialogProps) {
  const { id, publicId } = chatbot;
  const [secret, setSecret] = useState<string | null>(null);
  const [label, setLabel] = useState('Website');
  // The text is null until the owner writes there: the websites that the chatbot reads are filled in.
  const [written, setWritten] = useState<string | null>(null);
  const { data } = useQuery<{ readonly dataSources: readonly DataSource[] }>(`${chatbotRoot(id)}/datasources`);
  const website = data?.dataSources.find(({ type }) => type === 'url')?.sourceUrl ?? '';
  const address = parseUrl(website);
  const domains = written ?? (address === null ? '' : domainsOf(address).join('\n'));
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    const created = await createKey(id, label.trim(), domainsIn(domains));
    setSecret(created.key);
    await onCreated();
  });
  if (secret !== null) return <SecretDialog publicId={publicId} secret={secret} onClose={onClose} />;
  const fault = domainFault(error, domainsIn(domains));
  const isGeneral = error !== undefined && fault === undefined && faultOf(error, 'label') === undefined;
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <TextField
          label="Name"
          hint="For your own reference."
          value={label}
          onChange={setLabel}
          maxLength={100}
          isRequired
          error={faultOf(error, 'label')}
        />
        <TextArea
          label="Websites that may use it"
          hint={
            <>
              One domain a line, such as <code>example.com</code>. <code>*.example.com</code> includes all subdomains,{' '}
              <code>*</code> allows every website.
            </>
          }
          value={domains}
          onChange={setWritten}
          rows={3}
          isRequired
          error={fault}
        />
        <FormError message={isGeneral ? messageOf(error) : undefined} />
        <div class="row form-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface SecretDialogProps {
  readonly publicId: string;
  readonly secret: string;
  readonly onClose: () => void;
}

function SecretDialog({ publicId, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title="Your key is ready" size="large" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <div class="stack">
        <p class="notice">Copy the key now: it is shown only this once.</p>
        <p>
          Paste this before <code>&lt;/body&gt;</code> on each page:
        </p>
        <CodeBlock
          label="Snippet"
          code={snippetOf({ publicId, key: secret, origin: location.origin })}
          action="Copy snippet"
          isPrimary
        />
        <details class="disclosure">
          <summary>The key alone</summary>
          <CodeBlock label="Key" code={secret} action="Copy key" />
        </details>
      </div>
    </Dialog>
  );
}
