/** Pages of services that people subscribe to, order from and trust with money: where they send, what is safe, who may do what. */
import { describe, expect, it } from 'vitest';
import { textAsker } from './asker.ts';

describe('A shop', () => {
  const ask = textAsker(`# Delivery
We send parcels with Royal Mail. Standard delivery takes 2 to 3 days and costs £4.95.

Ship dates are shown in the basket. Large plants ship on Mondays only.

We deliver to the United Kingdom, Ireland, France and the Netherlands.
# Returns
Return what you do not like within 30 days.`);

  it('names the countries that it delivers to', () => {
    expect(ask('which countries do you ship to')).toBe(
      'We deliver to the United Kingdom, Ireland, France and the Netherlands.',
    );
  });
});

describe('A bank', () => {
  const ask = textAsker(`# Accounts
A current account is free. Money that you pay in before 3pm arrives the same day.
# Your protection
Deposits are protected up to £85,000 by the compensation scheme.
# Privacy
We store your personal data in the UK, encrypted, and never sell it.
# Money transfers
Sending money abroad costs £5.`);

  it('tells what protects the thing that is asked about, and not anything else about it', () => {
    expect(ask('is my money safe?')).toMatch(/^Deposits are protected/);
    expect(ask('is my data safe?')).toMatch(/^We store your personal data in the UK, encrypted/);
  });
});

describe('A planning board', () => {
  const ask = textAsker(
    `# Help
## Languages
Boardly is available in English and German.
## About
Boardly is a planning board for small teams.
## Security
Scan the code with an authenticator app.
## Home
Start your trial

The trial of 14 days costs nothing.
## On every device
Use Boardly in your browser, or with our apps for iPhone and Android.
## Roles
| Role | Edit cards | Create boards | Manage members |
| --- | --- | --- | --- |
| Owner | Yes | Yes | Yes |
| Member | Yes | Yes | No |
| Guest | Only shared ones | No | No |`,
    'Boardly',
  );

  it('tells of all roles who may do what a column is about', () => {
    expect(ask('who can manage members')).toBe(
      '| Role | Manage members |\n| --- | --- |\n| Owner | Yes |\n| Member | No |\n| Guest | No |',
    );
    expect(ask('can guests create boards')).toContain('**Guest**');
  });

  it('has what it offers, rather than what it mentions', () => {
    expect(ask('do you have an app')).toContain('our apps for iPhone');
  });

  it('is defined by what it is', () => {
    expect(ask('what is boardly')).toMatch(/^Boardly is a planning board/);
  });

  it('is not told by the words of a button', () => {
    expect(ask('can i start a trial')).toBe('The trial of 14 days costs nothing.');
  });
});

describe('A theatre', () => {
  const ask = textAsker(`# The Lantern
## Children
Every child needs a ticket, whatever the age. Booster cushions are free.
## Phones
Photos and recordings are not allowed during performances.
## Concessions
| Who | Discount |
| --- | --- |
| Under 16s | £5 off |
| Students and under 26s | £8 tickets |
| Over 65s | £3 off |
| Schools | £9 a pupil |`);

  it('takes babies for children, and pictures for photos', () => {
    expect(ask('do babies need a ticket')).toMatch(/^Every child needs a ticket/);
    expect(ask('can i take pictures')).toMatch(/^Photos and recordings are not allowed/);
  });

  it('tells pensioners what they pay, and not what everybody does', () => {
    expect(ask('discount for pensioners')).toBe('**Over 65s**\n- Discount: £3 off');
  });
});
