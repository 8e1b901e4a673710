/** One line of captions. */
export interface Cue {
  /** From the start of the video. */
  readonly startMs: number;
  /** Plain text, never empty. */
  readonly text: string;
}

export interface VideoTranscript {
  readonly ok: true;
  /** May be empty. */
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  /** Written by a person, or by speech recognition. */
  readonly captions: 'manual' | 'automatic';
  /** Sorted by time; at least one. */
  readonly cues: readonly Cue[];
}

export interface VideoFailure {
  readonly ok: false;
  readonly kind:
    | 'no-captions'
    /** removed, or never existed */
    | 'unavailable'
    | 'private'
    | 'age-restricted'
    /** for members, buyers or other countries only; or not broadcast yet */
    | 'unplayable'
    /** this server is asked for consent, for a captcha, or to slow down */
    | 'blocked'
    /** no response, or an unreadable one */
    | 'failed';
  /** A sentence for the owner. */
  readonly reason: string;
}

export interface Videos {
  /** Failures are results; rejects only with the signal's reason. */
  transcript(videoId: string, signal: AbortSignal): Promise<VideoTranscript | VideoFailure>;
}
