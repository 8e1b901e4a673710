const KNOWN_DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ['text-embedding-3-small', 1536],
  ['text-embedding-3-large', 3072],
  ['text-embedding-ada-002', 1536],
]);

export function ownDimensions(model: string): number | null {
  return KNOWN_DIMENSIONS.get(model) ?? null;
}

/** True when the model accepts fewer dimensions than its default. */
export function canShorten(model: string): boolean {
  return model.startsWith('text-embedding-3-');
}

/** @returns what is wrong with EMBEDDING_DIMENSIONS, to follow its name; null when nothing is */
export function embeddingDimensionsFault(model: string, configured: number | null): string | null {
  const own = ownDimensions(model);
  if (own === null) {
    return configured === null ? `is required: the dimensions of EMBEDDING_MODEL ${model} are not known` : null;
  }
  if (configured === null || configured === own || (canShorten(model) && configured < own)) return null;
  return `must be ${canShorten(model) ? 'at most ' : ''}${own} for ${model}`;
}

/** @throws Error whose message tells the operator what to set */
export function embeddingDimensions(model: string, configured: number | null): number {
  const fault = embeddingDimensionsFault(model, configured);
  const dimensions = configured ?? ownDimensions(model);
  if (fault !== null || dimensions === null) throw new Error(`EMBEDDING_DIMENSIONS ${fault}`);
  return dimensions;
}
