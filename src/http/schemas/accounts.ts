import { Type } from 'typebox';
import { Id, named, Time } from './common.ts';

const User = named(
  'User',
  {
    id: Id,
    email: Type.String({ description: 'As it was given', examples: ['ada@example.com'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    plan: Type.String({ examples: ['free'] }),
    createdAt: Time,
  },
  'The owner of an account.',
);

export const UserData = named('UserData', { user: User }, 'Whose session it is.');

export const Registration = named(
  'Registration',
  {
    email: Type.String({
      maxLength: 254,
      pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
      description: 'An e-mail address. Belongs to one account, in whatever case it is written',
      examples: ['ada@example.com'],
    }),
    password: Type.String({ maxLength: 1000, description: '8 to 72 bytes', examples: ['correct horse battery'] }),
    name: Type.String({ minLength: 1, maxLength: 200, examples: ['Ada Lovelace'] }),
  },
  'What makes an account.',
);

export const Credentials = named(
  'Credentials',
  {
    email: Type.String({ maxLength: 1000, examples: ['ada@example.com'] }),
    password: Type.String({ maxLength: 1000, examples: ['correct horse battery'] }),
  },
  'What an owner signs in with.',
);
