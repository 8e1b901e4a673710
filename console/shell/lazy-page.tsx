import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PendingState } from '../ui/content-states.tsx';
import { Page } from './page.tsx';

interface Loaded<Props> {
  readonly Component?: ComponentType<Props>;
  readonly error?: unknown;
}

/**
 * A page whose script loads when it is first opened. After an upgrade its old name is gone, and a reload helps.
 * @param title the heading meanwhile
 */
export function lazyPage<Props extends object>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: Loaded<Props> = {};
  return function LazyPage(props: Props) {
    const [{ Component, error }, setLoaded] = useState(known);
    useEffect(() => {
      if (known.Component !== undefined) return;
      load().then(
        (loaded) => {
          known = { Component: loaded };
          setLoaded(known);
        },
        (failure: unknown) => setLoaded({ error: failure }),
      );
    }, []);
    if (Component !== undefined) return <Component {...props} />;
    return (
      <Page title={title}>
        <div class="card">
          <PendingState label="Loading the page" error={error} onRetry={() => location.reload()} />
        </div>
      </Page>
    );
  };
}
