/** Transcripts of videos, from their captions. */

/** One line of captions. */
export interface Cue {
  /** Offset from the start of the video. */
  readonly startMs: number;
  /** One line of plain text, never empty. */
  readonly text: string;
}

export interface VideoTranscript {
  readonly ok: true;
  /** Empty for a video without a title. */
  readonly title: string;
  /** Language of the captions, BCP 47. */
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
    /** Removed, or never existed. */
    | 'unavailable'
    | 'private'
    | 'age-restricted'
    /** For members, buyers or other countries only; or not broadcast yet. */
    | 'unplayable'
    /** This server is blocked: it is asked for consent, for a captcha, or to slow down. */
    | 'blocked'
    /** No response, or an unreadable one. */
    | 'failed';
  /** A sentence for the owner. */
  readonly reason: string;
}

export interface Videos {
  /** Failures are results; rejects only with the signal's reason on abort. */
  transcript(videoId: string, signal: AbortSignal): Promise<VideoTranscript | VideoFailure>;
}
