import { Type } from 'typebox';
import { countOf, Id, named, nameOf, nullable, Time } from './common.ts';

const fields = {
  id: Id,
  label: Type.String({ description: "For the owner's own use", examples: ['Shop'] }),
  keyPrefix: Type.String({
    description: 'Start of the key, to recognise it. It does not authenticate',
    examples: ['cwk_3f9Ab2Lk'],
  }),
  allowedDomains: Type.Array(Type.String({ examples: ['example.com'] })),
  isActive: Type.Boolean({ description: 'False after it is revoked', examples: [true] }),
  createdAt: Time,
};

export const WidgetKey = named('WidgetKey', fields, 'A widget key, without its secret.');

export const GeneratedWidgetKey = named(
  'GeneratedWidgetKey',
  {
    key: Type.String({
      description: 'The secret. It is shown once, since only its hash is stored',
      examples: ['cwk_3f9Ab2LkQm0pWn7sXy4tUv1zRc8dEg5hJk6oBi2aNfM'],
    }),
    widgetKey: WidgetKey,
  },
  'A new key with its secret.',
);

const WidgetKeyWithUsage = named(
  'WidgetKeyWithUsage',
  { ...fields, usageCount: countOf('Requests with this key'), lastUsedAt: nullable(Time) },
  'A widget key and its usage.',
);

export const WidgetKeyData = named('WidgetKeyData', { widgetKey: WidgetKeyWithUsage }, 'One widget key.');

export const WidgetKeyList = named(
  'WidgetKeyList',
  { keys: Type.Array(WidgetKeyWithUsage) },
  'All keys of a chatbot, oldest first, revoked ones included.',
);

export const NewWidgetKey = named(
  'NewWidgetKey',
  {
    label: nameOf({ maxLength: 100, examples: ['Shop'] }),
    allowedDomains: Type.Array(Type.String({ minLength: 1, maxLength: 255, examples: ['example.com'] }), {
      maxItems: 50,
      description:
        '`example.com` (that host only), `*.example.com` (it and every subdomain) or `*`. An empty list allows no domain.',
      examples: [['example.com', '*.example.com']],
    }),
  },
  'A new widget key.',
);
