import { Type } from 'typebox';
import { countOf, Id, named, nullable, Time } from './common.ts';

const fields = {
  id: Id,
  label: Type.String({ description: "For the owner's own use", examples: ['Shop'] }),
  keyPrefix: Type.String({ description: 'Recognises the key, cannot authenticate', examples: ['cwk_3f9Ab2Lk'] }),
  allowedDomains: Type.Array(Type.String({ examples: ['example.com'] })),
  isActive: Type.Boolean({ description: 'False once it is revoked', examples: [true] }),
  createdAt: Time,
};

const WidgetKey = named('WidgetKey', fields, 'A widget key, without its secret.');

export const GeneratedWidgetKey = named(
  'GeneratedWidgetKey',
  {
    key: Type.String({
      description: 'The secret. Only its hash is kept: it is never shown again',
      examples: ['cwk_3f9Ab2LkQm0pWn7sXy4tUv1zRc8dEg5hJk6oBi2aNfM'],
    }),
    widgetKey: WidgetKey,
  },
  'A new key with its secret.',
);

const WidgetKeyWithUsage = named(
  'WidgetKeyWithUsage',
  { ...fields, usageCount: countOf('Requests that came with it'), lastUsedAt: nullable(Time) },
  'A widget key, and how much it is used.',
);

export const WidgetKeyList = named(
  'WidgetKeyList',
  { keys: Type.Array(WidgetKeyWithUsage) },
  'All keys of a chatbot in the order they were made, revoked ones included.',
);

export const NewWidgetKey = named(
  'NewWidgetKey',
  {
    label: Type.String({ minLength: 1, maxLength: 100, examples: ['Shop'] }),
    allowedDomains: Type.Array(Type.String({ minLength: 1, maxLength: 255, examples: ['example.com'] }), {
      maxItems: 50,
      description: '`example.com` (that host only), `*.example.com` (it and every subdomain) or `*`. Empty: nobody.',
      examples: [['example.com', '*.example.com']],
    }),
  },
  'What makes a widget key.',
);
