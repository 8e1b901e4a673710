import { Type } from 'typebox';
import { Id, named, Time } from './common.ts';

export const User = named('User', {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  createdAt: Time,
});

export const Registration = named('Registration', {
  email: Type.String({
    maxLength: 254,
    pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
    examples: ['ada@example.com'],
  }),
  password: Type.String({ maxLength: 1000, description: '8 to 72 bytes', examples: ['correct horse battery'] }),
  name: Type.String({ minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] }),
});

export const Credentials = named('Credentials', {
  email: Type.String({ maxLength: 1000, examples: ['ada@example.com'] }),
  password: Type.String({ maxLength: 1000, examples: ['correct horse battery'] }),
});
