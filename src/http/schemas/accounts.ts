import { Type } from 'typebox';
import { isEmailAddress, MAX_EMAIL_CHARACTERS } from '../../domain/account/email-address.ts';
import { hasPasswordLength, PASSWORD_BYTES, PASSWORD_RULE } from '../../domain/account/password.ts';
import { countOf, EXAMPLE_ID, Id, named, nameOf, Time } from './common.ts';

const User = named(
  'User',
  {
    id: Id,
    email: Type.String({ description: 'As registered', examples: ['ada@example.com'] }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    plan: Type.String({ examples: ['free'] }),
    createdAt: Time,
  },
  'The owner of an account.',
);

export const UserData = named('UserData', { user: User }, 'The owner of the session.');

export const CurrentUserData = named(
  'CurrentUserData',
  {
    user: User,
    service: named(
      'ServiceFeatures',
      {
        sendsMail: Type.Boolean({
          description: 'False when no mail is sent, because no mail server is configured (`SMTP_URL`)',
        }),
        hasLanguageModel: Type.Boolean({
          description: 'False when answers quote the content, because no language model is configured',
        }),
        modelNames: Type.Record(Type.String(), Type.String(), {
          description:
            'Models that answer for each `chatbotModel`, as the endpoint names them (`CHAT_MODEL`); empty without one',
          examples: [{ 'gpt-4o-mini': 'llama3.2:3b', 'gpt-4o': 'llama3.2:3b' }],
        }),
      },
      'What this installation is set up for.',
    ),
  },
  'The owner of the session, and what the service can do.',
);

const used = (what: string, count: number, limit: number) =>
  Type.Object({ used: countOf(`${what} that count`, count), limit: countOf('Limit of the plan', limit) });

export const UsageData = named(
  'UsageData',
  {
    usage: named(
      'Usage',
      {
        plan: Type.String({ examples: ['free'] }),
        month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'Calendar month in UTC', examples: ['2026-03'] }),
        messages: used("Visitors' messages of the month", 120, 1000),
        chatbots: used('Chatbots', 2, 3),
      },
      'Usage of the plan.',
    ),
  },
  'What the account uses of its plan.',
);

/** The examples of all operations belong to one account. */
const PASSWORD = 'correct horse battery';
const NEXT_PASSWORD = 'correct horse battery staple';

/** The bounds count bytes. `minLength` and `maxLength` are the fewest and the most characters that can have so many bytes. */
const newPassword = (example: string) =>
  Type.Refine(
    Type.String({
      minLength: PASSWORD_BYTES.least / 4,
      maxLength: PASSWORD_BYTES.most,
      description: '8 to 72 bytes in UTF-8. Characters outside ASCII take two to four bytes',
      examples: [example],
    }),
    hasPasswordLength,
    () => PASSWORD_RULE,
  );

export const NewPassword = newPassword(PASSWORD);

const Name = nameOf({ maxLength: 200, examples: ['Ada Lovelace'] });

export const Registration = named(
  'Registration',
  {
    email: Type.Refine(
      Type.String({
        maxLength: MAX_EMAIL_CHARACTERS,
        pattern: '^[^\\s@\\u0000-\\u001f\\u007f]+@[^\\s@\\u0000-\\u001f\\u007f]+\\.[^\\s@\\u0000-\\u001f\\u007f]+$',
        description:
          'An email address without invisible characters or empty parts. It belongs to one account, regardless of case',
        examples: ['ada@example.com'],
      }),
      isEmailAddress,
      () => 'must be an email address such as ada@example.com',
    ),
    password: NewPassword,
    name: Name,
  },
  'A new account.',
);

export const AccountChange = named(
  'AccountChange',
  {
    name: Type.Optional(Name),
    password: Type.Optional(newPassword(NEXT_PASSWORD)),
    currentPassword: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'The current password. Required for a new one',
        examples: [PASSWORD],
      }),
    ),
  },
  'Changes of an account. Fields that are left out keep their values.',
);

export const AccountDeletion = named(
  'AccountDeletion',
  { password: Type.String({ maxLength: 1000, description: 'The current password', examples: [PASSWORD] }) },
  'Confirms the deletion of an account.',
);

export const PasswordResetRequest = named(
  'PasswordResetRequest',
  { email: Type.String({ maxLength: 1000, examples: ['ada@example.com'] }) },
  'Asks for a link to set a new password.',
);

export const PasswordReset = named(
  'PasswordReset',
  {
    token: Type.String({
      maxLength: 1000,
      description: 'From the fragment of the mailed link, after `token=`',
      examples: [`${EXAMPLE_ID}.1767225600000.${'x'.repeat(43)}`],
    }),
    password: newPassword(NEXT_PASSWORD),
  },
  'A new password, with the token of a mailed link.',
);

export const Credentials = named(
  'Credentials',
  {
    email: Type.String({ maxLength: 1000, examples: ['ada@example.com'] }),
    password: Type.String({ maxLength: 1000, examples: [PASSWORD] }),
  },
  'Email address and password of an account.',
);
