import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorState, LoadingState } from '../ui/content-states.tsx';

interface Loaded<Props> {
  readonly Page?: ComponentType<Props>;
  readonly error?: unknown;
}

/** A page whose script loads when it is first opened. After an upgrade of the service its old name is gone: a reload helps. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: Loaded<Props> = {};
  return function LazyPage(props: Props) {
    const [{ Page, error }, setLoaded] = useState(known);
    useEffect(() => {
      if (known.Page !== undefined) return;
      load().then(
        (loaded) => {
          known = { Page: loaded };
          setLoaded(known);
        },
        (failure: unknown) => setLoaded({ error: failure }),
      );
    }, []);
    if (Page !== undefined) return <Page {...props} />;
    if (error !== undefined) return <ErrorState error={error} onRetry={() => location.reload()} />;
    return <LoadingState label="Loading the page" />;
  };
}
