import { refusalOf } from '../../api/api-error.ts';
import { renewSession } from '../../api/session-renewal.ts';

const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
export const ACCEPTED_IMAGES = TYPES.join(',');
const MAX_BYTES = 2 * 1024 * 1024;

/** The reason why the service would refuse the image; null without one. */
export function imageFault({ type, size }: File): string | null {
  if (!TYPES.includes(type)) return 'Choose a PNG, JPEG or WebP image.';
  return size > MAX_BYTES ? 'This image is too large. It may have 2 MB.' : null;
}

/**
 * @returns the path to set as the avatar
 * @throws ApiError, TypeError
 */
export async function uploadImage(chatbotId: string, file: File): Promise<string> {
  const first = await post(chatbotId, file);
  const response = first.status === 401 && (await renewSession()) ? await post(chatbotId, file) : first;
  if (!response.ok) throw await refusalOf(response);
  const { data } = (await response.json()) as { readonly data: { readonly url: string } };
  return data.url;
}

function post(chatbotId: string, file: File): Promise<Response> {
  const body = new FormData();
  body.append('file', file);
  return fetch(`/api/uploads/${encodeURIComponent(chatbotId)}/image`, { method: 'POST', body });
}
