/** Best first, equal scores by place. */
export interface RankedPlaces {
  readonly places: Uint32Array;
  readonly scores: Float64Array;
}

export const NO_PLACES: RankedPlaces = { places: new Uint32Array(), scores: new Float64Array() };
