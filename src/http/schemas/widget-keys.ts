import { Type } from 'typebox';
import { Count, Id, named, nullable, Time } from './common.ts';

const fields = {
  id: Id,
  label: Type.String(),
  keyPrefix: Type.String({ description: 'Recognises the key, cannot authenticate' }),
  allowedDomains: Type.Array(Type.String()),
  isActive: Type.Boolean(),
  createdAt: Time,
};

export const WidgetKey = named('WidgetKey', fields);

export const WidgetKeyWithUsage = named('WidgetKeyWithUsage', {
  ...fields,
  usageCount: Count,
  lastUsedAt: nullable(Time),
});

export const NewWidgetKey = named('NewWidgetKey', {
  label: Type.String({ minLength: 1, maxLength: 100, examples: ['Shop'] }),
  allowedDomains: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 50,
    description: '`example.com` (that host only), `*.example.com` (it and every subdomain) or `*`. Empty: nobody.',
    examples: [['example.com', '*.example.com']],
  }),
});
