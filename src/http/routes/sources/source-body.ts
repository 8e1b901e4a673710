import type { Static } from 'typebox';
import { sourceScope } from '../../../domain/blob-scopes.ts';
import type { SourceDescription } from '../../../domain/data-source/data-source.ts';
import { videoIdOf } from '../../../domain/data-source/video-address.ts';
import type { HttpDeps } from '../../deps.ts';
import { invalid } from '../../errors/api-error.ts';
import type { NewDataSource } from '../../schemas/data-sources.ts';

/** Checks the fields that the type requires and drops the others. A text is stored before its source is created. */
export async function sourceFromBody(
  body: Static<typeof NewDataSource>,
  chatbotId: string,
  sourceId: string,
  { blobs }: Pick<HttpDeps, 'blobs'>,
): Promise<SourceDescription> {
  const bare = { sourceId, isRecursive: false, sourceUrl: null, title: null, fileName: null };
  const withoutContent = { ...bare, contentHash: null, contentType: null };
  if (body.type === 'url') {
    return {
      ...withoutContent,
      sourceType: 'url',
      sourceUrl: address(body.sourceUrl),
      isRecursive: body.isRecursive ?? false,
    };
  }
  if (body.type === 'youtube') {
    const sourceUrl = address(body.sourceUrl);
    if (videoIdOf(sourceUrl) === null) throw invalid('/sourceUrl', 'must be the address of a YouTube video');
    return { ...withoutContent, sourceType: 'youtube', sourceUrl };
  }
  const title = required('/title', body.title);
  const content = required('/content', body.content);
  const stored = await blobs.put(sourceScope(chatbotId, sourceId), Buffer.from(content));
  const contentType = 'text/plain; charset=utf-8';
  return { ...bare, sourceType: 'text', title, contentHash: stored.hash, contentType };
}

function required(path: string, value: string | undefined): string {
  if (value === undefined) throw invalid(path, 'is required');
  if (value.trim() === '') throw invalid(path, 'must not be empty');
  return value;
}

/** Ingestion finds addresses that may not be read; `errorMessage` gives the reason. */
function address(sourceUrl: string | undefined): string {
  const text = required('/sourceUrl', sourceUrl).trim();
  if (!URL.canParse(text)) throw invalid('/sourceUrl', 'must be an absolute URL');
  return text;
}
