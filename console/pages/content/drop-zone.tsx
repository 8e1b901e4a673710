import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface DropZoneProps {
  readonly children: ComponentChildren;
  readonly onFiles: (files: readonly File[]) => void;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Files can be dropped anywhere on the page. */
export function DropZone({ children, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      addEventListener(type, listener, { signal: listening.signal });
    listen('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    listen('dragleave', (event) => {
      // It left the window.
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listening.abort();
  });
  return (
    <div class={`drop-zone stack ${isOver ? 'over' : ''}`}>
      {children}
      {isOver ? <p class="drop-here">Drop the files to add them</p> : null}
    </div>
  );
}
