/** The images of a chatbot: one of them is its avatar, the others were or may become it. */

/** `contentHash`: lower-case hex SHA-256; `size`: bytes. */
export type StoredImage = {
  readonly imageId: string;
  readonly contentHash: string;
  readonly size: number;
};

/** Enough to try some and to go back; an owner who uploads without end fills neither stores nor state. */
const MAX_IMAGES = 20;

/** Every image is kept as WebP. */
export const IMAGE_EXTENSION = '.webp';

/** Root-relative, as image upload returns it and `avatarUrl` holds it. The id is made anew for each upload. */
export const imagePath = (chatbotId: string, imageId: string): string =>
  `/uploads/${chatbotId}/${imageId}${IMAGE_EXTENSION}`;

/** The one that makes room for another: the oldest that is not the avatar. Null while there is room. */
export function imageToDrop(
  chatbotId: string,
  images: readonly StoredImage[],
  avatarUrl: string | null,
): StoredImage | null {
  if (images.length < MAX_IMAGES) return null;
  return images.find(({ imageId }) => imagePath(chatbotId, imageId) !== avatarUrl) ?? null;
}
