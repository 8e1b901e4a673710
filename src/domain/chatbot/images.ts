/** The avatar and candidates for it. */

/** `contentHash`: lower-case hex SHA-256; `size`: bytes. */
export type StoredImage = {
  readonly imageId: string;
  readonly contentHash: string;
  readonly size: number;
};

/** Bounds the stores and the aggregate's state. */
const MAX_IMAGES = 20;

export const IMAGE_EXTENSION = '.webp';

/** Root-relative. Each upload has a new id. */
export const imagePath = (chatbotId: string, imageId: string): string =>
  `/uploads/${chatbotId}/${imageId}${IMAGE_EXTENSION}`;

/** The oldest image that is not the avatar. Returns null while there is room. */
export function imageToDrop(
  chatbotId: string,
  images: readonly StoredImage[],
  avatarUrl: string | null,
): StoredImage | null {
  if (images.length < MAX_IMAGES) return null;
  return images.find(({ imageId }) => imagePath(chatbotId, imageId) !== avatarUrl) ?? null;
}
