import { Component, type ComponentChildren } from 'preact';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/content-states.tsx';
import { START } from './navigation.ts';

interface Props {
  readonly children: ComponentChildren;
}

/** A fault of the console itself, or an address that cannot be read, never leaves an empty page. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static override getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main>
        <EmptyState
          icon="warning"
          title="This page could not be shown"
          action={
            // A full load: the state of this one is not trusted any more.
            <Button variant="primary" onClick={() => location.assign(START)}>
              Go to your chatbots
            </Button>
          }
        >
          Reload the page. If that does not help, the address may be wrong.
        </EmptyState>
      </main>
    );
  }
}
