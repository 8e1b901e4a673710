/** What is said in videos, as their captions have it. */

/** One line of captions. */
export interface Cue {
  /** From the video's beginning, in milliseconds. */
  readonly startMs: number;
  /** Plain text in one line, never empty. */
  readonly text: string;
}

export interface VideoTranscript {
  readonly ok: true;
  /** Empty when there is none. */
  readonly title: string;
  /** Of the captions, BCP 47. */
  readonly language: string;
  /** Written by somebody, or by a machine that listened. */
  readonly captions: 'manual' | 'automatic';
  /** By time; at least one. */
  readonly cues: readonly Cue[];
}

export interface VideoFailure {
  readonly ok: false;
  readonly kind:
    | 'no-captions'
    /** Removed, or never there. */
    | 'unavailable'
    | 'private'
    | 'age-restricted'
    /** For members, for buyers, for other countries; or not broadcast yet. */
    | 'unplayable'
    /** Not the video's doing: this server is asked for consent, for proof that it is no robot, or to come back later. */
    | 'blocked'
    /** No answer, or none that can be understood. */
    | 'failed';
  /** A sentence for the owner. */
  readonly reason: string;
}

export interface Videos {
  /** Failures are values; it only rejects with the signal's reason when that aborts. */
  transcript(videoId: string, signal: AbortSignal): Promise<VideoTranscript | VideoFailure>;
}
