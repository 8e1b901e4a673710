import { v7 } from 'uuid';
import type { Ids } from '../../ports/clock.ts';

/** Monotonic within this process, even within a millisecond. */
export const uuidV7Ids: Ids = { next: () => v7() };
