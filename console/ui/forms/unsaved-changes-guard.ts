import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { confirm } from '../overlays/confirm.tsx';

/** Asks before unsaved changes are left by a link. */
export function useLeaveGuard(isDirty: boolean, discard: () => void): void {
  const { route } = useLocation();
  // Before the next paint, since a click may come first on a busy machine.
  useLayoutEffect(() => {
    if (!isDirty) return;
    // Captured before the router sees the click.
    const onClick = (event: MouseEvent) => {
      const link = event.composedPath().find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement);
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (link === undefined || !isPlain || link.target !== '' || link.origin !== location.origin) return;
      if (link.getAttribute('href')?.startsWith('#') || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      void leave(link.pathname + link.search);
    };
    const leave = async (to: string) => {
      const isConfirmed = await confirm({
        title: 'Leave without saving?',
        body: 'Your changes are not saved yet. They are lost when you leave.',
        action: 'Discard changes',
      });
      if (!isConfirmed) return;
      discard();
      route(to);
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [isDirty]);
}
