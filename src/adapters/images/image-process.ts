/** The process that decodes: one image at a time, as they are sent. Ends with whoever started it. */
import type { RemadeImage } from '../../ports/images.ts';

export type ImageProcessMessage =
  | { readonly kind: 'ready' }
  /** It cannot decode anything: its libraries are missing. */
  | { readonly kind: 'unable'; readonly reason: string }
  | { readonly kind: 'remade'; readonly image: RemadeImage };

const tell = (message: ImageProcessMessage) => process.send?.(message);

// An exit would wait for a decoder that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Terminals and service managers tell all processes to stop; the service first finishes what it has begun.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

try {
  const { remakeImage } = await import('./remake-image.ts');
  process.on('message', (bytes: Uint8Array) => {
    remakeImage(bytes).then(
      (image) => tell({ kind: 'remade', image }),
      // What was not foreseen ends the process: that is an answer too.
      () => process.exit(1),
    );
  });
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'unable', reason: error instanceof Error ? error.message : String(error) });
}
