import { v7 } from 'uuid';
import type { Ids } from '../../ports/clock.ts';

/** Within this process each id sorts after the one before it, also within a millisecond. */
export const uuidV7Ids: Ids = { next: () => v7() };
