/** Entry point of the image process: decodes one image at a time and ends with its parent. */
import type { ReencodedImage } from '../../ports/content/images.ts';

export type ImageProcessMessage =
  | { readonly kind: 'ready' }
  /** The image libraries are missing. */
  | { readonly kind: 'unable'; readonly reason: string }
  | { readonly kind: 'reencoded'; readonly image: ReencodedImage };

const send = (message: ImageProcessMessage) => process.send?.(message);

// SIGKILL, because an exit would wait for a hanging decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Terminals and service managers signal all processes; the service first drains its work.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

try {
  const { reencodeImage } = await import('./reencode-image.ts');
  process.on('message', (bytes: Uint8Array) => {
    reencodeImage(bytes).then(
      (image) => send({ kind: 'reencoded', image }),
      // The parent treats it as an unreadable image.
      () => process.exit(1),
    );
  });
  send({ kind: 'ready' });
} catch (error) {
  send({ kind: 'unable', reason: error instanceof Error ? error.message : String(error) });
}
