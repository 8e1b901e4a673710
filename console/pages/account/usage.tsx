import { useUsage } from '../../api/usage.ts';
import { PendingState } from '../../ui/content-states.tsx';

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function Usage() {
  const { data, error, refetch } = useUsage();
  return (
    <section class="card card-body stack" aria-labelledby="usage-title">
      <h2 id="usage-title">
        Usage
        {data === undefined ? '' : ` in ${month.format(new Date(`${data.usage.month}-01T00:00:00Z`))}`}
      </h2>
      {data !== undefined ? (
        <>
          <Meter label="Visitor messages" {...data.usage.messages} />
          <Meter label="Chatbots" {...data.usage.chatbots} />
          <p class="soft">
            Plan: {data.usage.plan}. The count of messages starts again on the first day of each month (UTC). Your own
            test chats do not count.
          </p>
        </>
      ) : (
        <PendingState label="Loading the usage" rows={2} error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function Meter({ label, used, limit }: { readonly label: string; readonly used: number; readonly limit: number }) {
  const left = Math.max(0, limit - used);
  return (
    <div class="usage">
      <div class="row spread">
        <span>{label}</span>
        <span class="number soft">
          {used.toLocaleString()} of {limit.toLocaleString()}
        </span>
      </div>
      <meter aria-label={label} min={0} max={Math.max(1, limit)} high={limit * 0.9} value={used} />
      {left === 0 ? <p class="field-error">The limit is reached.</p> : null}
    </div>
  );
}
