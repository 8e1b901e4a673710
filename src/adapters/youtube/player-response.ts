import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { lazily } from '../../lib/lazily.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { VideoFailure } from '../../ports/content/videos.ts';
import { blocked, PROVE_NO_ROBOT, videoFailure } from './failures.ts';

const CaptionTrack = Type.Object({
  baseUrl: Type.String(),
  languageCode: Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$' }),
  /** `asr`: automatic speech recognition. */
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
          /** `defaultCaptionTrackIndex` is an index into `captionTracks`. */
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

const validator = lazily(() => Compile(PlayerResponse));

export function parsePlayerResponse(text: string): PlayerResponse | null {
  const value = parseJson(text);
  return validator().Check(value) ? value : null;
}

/** Returns null when the video can be played here. */
export function playbackFailure(response: PlayerResponse, videoId: string): VideoFailure | null {
  const { status, reason = '', messages = [] } = response.playabilityStatus;
  const message = [reason, ...messages].join(' ').replace(/\s+/g, ' ').trim();
  // YouTube shows another video to servers that it does not trust.
  const other = response.videoDetails !== undefined && response.videoDetails.videoId !== videoId;
  if (status === 'OK') return other ? blocked('YouTube shows this server another video') : null;
  if (/\bbot\b/i.test(message)) return blocked(PROVE_NO_ROBOT);
  if (/\bprivate\b/i.test(message)) return videoFailure('private', 'The video is private');
  if (/^AGE_|^CONTENT_CHECK/.test(status) || /\bage\b|inappropriate/i.test(message)) {
    return videoFailure('age-restricted', 'The video is age-restricted: only people who have signed in may watch it');
  }
  if (status === 'LIVE_STREAM_OFFLINE') return videoFailure('unplayable', 'The video has not been broadcast yet');
  if (status === 'ERROR') return videoFailure('unavailable', 'The video does not exist or has been removed');
  const detail = message === '' ? '' : `: ${message.slice(0, 200)}`;
  return videoFailure('unplayable', `YouTube does not let everybody watch the video${detail}`);
}

/** Prefers manual captions to automatic ones, then the video's own language. Returns null without captions. */
export function bestTrack({ captions }: PlayerResponse): CaptionTrack | null {
  const {
    captionTracks = [],
    audioTracks = [],
    defaultAudioTrackIndex,
  } = captions?.playerCaptionsTracklistRenderer ?? {};
  const audio = audioTracks[defaultAudioTrackIndex ?? 0] ?? audioTracks[0];
  const usual = captionTracks[audio?.defaultCaptionTrackIndex ?? 0] ?? captionTracks[0];
  // Automatic captions are in the spoken language.
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

/** `en` for `en-GB`. */
const bare = (languageCode: string): string => languageCode.split('-')[0]?.toLowerCase() ?? '';
