const KNOWN_DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ['text-embedding-3-small', 1536],
  ['text-embedding-3-large', 3072],
  ['text-embedding-ada-002', 1536],
]);

/** Returns null for an unknown model. */
export function ownDimensions(model: string): number | null {
  return KNOWN_DIMENSIONS.get(model) ?? null;
}

/** True when the model accepts fewer dimensions than its default. */
export function canShorten(model: string): boolean {
  return model.startsWith('text-embedding-3-');
}

/** @throws Error whose message tells the operator what to set */
export function embeddingDimensions(model: string, configured: number | undefined): number {
  const own = ownDimensions(model);
  const dimensions = configured ?? own;
  if (dimensions === null) {
    throw new Error(`EMBEDDING_DIMENSIONS is required: the dimensions of EMBEDDING_MODEL ${model} are not known`);
  }
  if (own !== null && dimensions !== own && !(canShorten(model) && dimensions < own)) {
    throw new Error(`EMBEDDING_DIMENSIONS of ${model} must be ${canShorten(model) ? 'at most ' : ''}${own}`);
  }
  return dimensions;
}
