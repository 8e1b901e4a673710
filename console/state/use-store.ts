import { useLayoutEffect, useReducer } from 'preact/hooks';
import type { Store } from './store.ts';

/** The component is rendered again with each new value. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, render] = useReducer((renders: number, _: undefined) => renders + 1, 0);
  const shown = store.get();
  useLayoutEffect(() => {
    const listener = () => render(undefined);
    const unsubscribe = store.subscribe(listener);
    // A sibling's effect may have changed it meanwhile.
    if (!Object.is(shown, store.get())) listener();
    return unsubscribe;
  }, [store]);
  return shown;
}
