/** What YouTube says of a video to those who want to play it, as far as it is of use here. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { VideoFailure } from '../../ports/videos.ts';
import { blocked, failure, PROVE_NO_ROBOT } from './failures.ts';

const CaptionTrack = Type.Object({
  baseUrl: Type.String(),
  languageCode: Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$' }),
  /** `asr`: made by a machine that listened. */
  kind: Type.Optional(Type.String()),
});
export type CaptionTrack = Static<typeof CaptionTrack>;

const PlayerResponse = Type.Object({
  playabilityStatus: Type.Object({
    status: Type.String(),
    reason: Type.Optional(Type.String()),
    messages: Type.Optional(Type.Array(Type.String())),
  }),
  videoDetails: Type.Optional(Type.Object({ videoId: Type.String(), title: Type.Optional(Type.String()) })),
  captions: Type.Optional(
    Type.Object({
      playerCaptionsTracklistRenderer: Type.Optional(
        Type.Object({
          captionTracks: Type.Optional(Type.Array(CaptionTrack, { maxItems: 1_000 })),
          /** `defaultCaptionTrackIndex` is a place in `captionTracks`. */
          audioTracks: Type.Optional(
            Type.Array(Type.Object({ defaultCaptionTrackIndex: Type.Optional(Type.Number()) }), { maxItems: 1_000 }),
          ),
          defaultAudioTrackIndex: Type.Optional(Type.Number()),
        }),
      ),
    }),
  ),
});
export type PlayerResponse = Static<typeof PlayerResponse>;

const validator = Compile(PlayerResponse);

/** Null when the text is none. */
export function parsePlayerResponse(text: string): PlayerResponse | null {
  try {
    const value: unknown = JSON.parse(text);
    return validator.Check(value) ? value : null;
  } catch {
    return null;
  }
}

/** Why the video cannot be played here; null when it can. */
export function faultOf(response: PlayerResponse, videoId: string): VideoFailure | null {
  const { status, reason = '', messages = [] } = response.playabilityStatus;
  const said = [reason, ...messages].join(' ').replace(/\s+/g, ' ').trim();
  // Tells servers it does not trust from those it does by showing them something else.
  const other = response.videoDetails !== undefined && response.videoDetails.videoId !== videoId;
  if (status === 'OK') return other ? blocked('YouTube shows this server another video') : null;
  if (/\bbot\b/i.test(said)) return blocked(PROVE_NO_ROBOT);
  if (/\bprivate\b/i.test(said)) return failure('private', 'The video is private');
  if (/^AGE_|^CONTENT_CHECK/.test(status) || /\bage\b|inappropriate/i.test(said)) {
    return failure('age-restricted', 'The video is age-restricted: only people who have signed in may watch it');
  }
  if (status === 'LIVE_STREAM_OFFLINE') return failure('unplayable', 'The video has not been broadcast yet');
  if (status === 'ERROR') return failure('unavailable', 'The video does not exist or has been removed');
  const detail = said === '' ? '' : `: ${said.slice(0, 200)}`;
  return failure('unplayable', `YouTube does not let everybody watch the video${detail}`);
}

/** The captions to read: written ones before those of a machine, of these the ones in the video's own language. Null when there are none. */
export function bestTrack({ captions }: PlayerResponse): CaptionTrack | null {
  const {
    captionTracks = [],
    audioTracks = [],
    defaultAudioTrackIndex,
  } = captions?.playerCaptionsTracklistRenderer ?? {};
  const audio = audioTracks[defaultAudioTrackIndex ?? 0] ?? audioTracks[0];
  const usual = captionTracks[audio?.defaultCaptionTrackIndex ?? 0] ?? captionTracks[0];
  // The machine writes down what it hears: its language is the one spoken.
  const own = captionTracks.find(isAutomatic)?.languageCode ?? usual?.languageCode;
  const written = captionTracks.filter((track) => !isAutomatic(track));
  const candidates = written.length > 0 ? written : captionTracks;
  return (
    candidates.find(({ languageCode }) => languageCode === own) ??
    candidates.find(({ languageCode }) => bare(languageCode) === bare(own ?? '')) ??
    (usual !== undefined && candidates.includes(usual) ? usual : undefined) ??
    candidates[0] ??
    null
  );
}

export const isAutomatic = ({ kind }: CaptionTrack): boolean => kind === 'asr';

/** Without its region: `en` of `en-GB`. */
const bare = (languageCode: string): string => languageCode.split('-')[0]?.toLowerCase() ?? '';
