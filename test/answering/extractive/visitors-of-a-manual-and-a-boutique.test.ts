/** Lengths of time, prices of other things, and verbs that name no topic, at a manual and a boutique. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellsPerson } from '../../../src/answering/extractive/facts/people.ts';
import { textBlocks } from '../../../src/reading/documents/plain-text/text-blocks.ts';
import { directoryOfFile } from '../../support/temporary-directory.ts';
import { type AnsweredContent, answeredContent } from '../shop/answered-content.ts';
import { textAsker } from './asker.ts';

describe('A manual of a thing with a battery', () => {
  const ask = textAsker(`# Lumo torch
## Specifications
- Weight: 120 g
- Charging time: 3 to 4 hours
- Light: 900 lumens
## Buttons
**Side button.** Press and hold for 2 seconds to turn the torch on or off. Press to dim.
## Safety
- Do not let children play with the torch.
- If you store the torch for a long time, charge it fully, turn it off, and recharge it every three months.
## Care
Wipe the lens with a dry cloth. To clean the contacts, turn the torch over and remove the battery.`);

  it('tells how long, and not what happens for a long time', () => {
    expect(ask('how long to charge')).toContain('3 to 4 hours');
    expect(ask('how long does it take to charge?')).toContain('3 to 4 hours');
  });

  it('tells how it is turned off where it is turned on, too', () => {
    expect(ask('how do i turn it off')).toContain('Side button');
  });

  it('tells no price by what is charged', () => {
    expect(ask('how much does it cost')).toBeNull();
    expect(ask('price?')).toBeNull();
  });
});

describe('A boutique', () => {
  const ask = textAsker(`# Shipping and returns
## Returns
You may return new, unworn items within 14 days of delivery for a full refund. For an item that you collect, you may return it within 21 days from the date of order for a full refund. A free product of a sale promotion cannot be returned but can be exchanged for a similar item of equal or lesser value.

You are responsible for return shipping costs. If you would like to return your item to our store, you may do so within the return window above.

You should expect to receive your refund within three weeks of giving the parcel to the shipper. This includes the transit time of your return to us (5 to 10 business days) and the time that we take to process your return (3 to 5 business days).

If you need to return an item, write to us with your order number and details about the product that you would like to return.
## Shipping
We ship to any address in the United States and Canada. Orders leave our store in Portland on weekdays.`);

  it('tells who pays, and no country', () => {
    expect(ask('who pays return shipping')).toMatch(/^You are responsible/);
  });

  it('tells when a refund is received', () => {
    expect(ask('when will i get my refund')).toMatch(/^You should expect to receive your refund/);
  });
});

it('The price of another thing is no answer', () => {
  const ask = textAsker(`# Policies
## When you arrive
All dogs must be on a leash and cats in a carrier. If you have no carrier, we lend you one, or you can buy one of cardboard for $8 at the desk.
## Spay and neuter
We recommend spaying at six months of age. Most pets go home the same day.`);
  expect(ask('how much is a carrier')).toContain('$8');
  expect(ask('how much does it cost to spay a cat')).toBeNull();
});

describe('A list of plans', () => {
  const ask = textAsker(`# Help: pricing
Common questions about our pricing, subscription plans, and billing.
## What plans do you offer?
| Plan | Price | Seats |
| --- | --- | --- |
| Solo | $12 | 1 |
| Professional | $40 | 10 |

All plans include a free trial of 14 days. No credit card is needed to start.
## What payment methods do you accept?
- Credit and debit cards: Visa and MasterCard
- Bank transfer: for annual plans
## Can I get a refund?
- Monthly plans: No refunds, but service continues until the end of the billing period
- Annual plans: Pro-rated refund within the first 14 days
- Billing errors: Full refund for any duplicate or erroneous charges
## What happens if my payment fails?
- Day 1: Payment fails and you receive an email
- Day 3: We retry the payment`);

  it('answers for the cheapest one', () => {
    expect(ask('whats the cheapest plan')).toContain('$12');
  });

  it('knows a plan by a shorter name', () => {
    expect(ask('how much is the pro plan')).toContain('$40');
  });

  it('tells what is needed', () => {
    expect(ask('do i need a credit card for the trial')).toContain('No credit card is needed');
  });
});

describe('A campground', () => {
  const ask = textAsker(`# Pine Hollow
## Pool
The pool is open from 10 am to 7 pm. There is no lifeguard.
## Facilities
Wi-Fi is available near the office. The camp store is open daily from 8 am to 9 pm.
## Season
We are open from May 1 to October 15.`);

  it.each(['september', 'november', 'winter'])('tells its season to who asks for %s', (month) => {
    expect(ask(`are you open in ${month}`)).toBe('We are open from May 1 to October 15.');
  });

  it('does not tell since when it exists by any length of time', () => {
    expect(ask('how long have you been around')).toBeNull();
  });
});

describe('A coworking space', () => {
  const ask = textAsker(`# Harbour Works
## Memberships
| Membership | Price | Room hours |
| --- | --- | --- |
| Part time | $140 | 2 |
| Full time | $260 | 5 |
| Dedicated desk | $380 | 8 |

## Can I have a mailing address?
Members with a desk can get mail and packages delivered.
## Leaving
To leave, give 15 days' notice in writing to hello@harbourworks.example.
## Festival
Each campsite is $60 for the weekend and takes six people. You need a ticket to camp. Ice chests are allowed.`);

  it('tells what it costs to camp', () => {
    expect(ask('how much to camp')).toContain('$60');
    expect(ask('can i bring a cooler')).toContain('Ice chests are allowed.');
  });

  it('takes no Wi-Fi for a person', () => {
    expect(tellsPerson('Fast Wi-Fi, coffee and tea')).toBe(false);
    expect(tellsPerson('Ask Jo Lind for the password')).toBe(true);
  });
});

describe('A conversation about a table and a pool', () => {
  const directory = directoryOfFile();
  let content: AnsweredContent;
  beforeAll(async () => {
    const text = `# Lakeside
## Delivery
| Method | Cost | Time |
| --- | --- | --- |
| Standard | $7 | 3-6 business days |
| Express | $18 | 2 business days |

## Refunds
A refund takes two weeks to arrive. Processing takes 3 business days.
## Leaving
To leave early, write to desk@lakeside.example by noon. Guests get mail delivered to the lobby.
## Pool
The pool is open from May to August, 10 am to 7 pm. There is no lifeguard.
## Arrival
Guests who arrive more than two hours early wait in the lounge. The shop is open from 8 am to 9 pm.`;
    content = await answeredContent(directory, [
      { title: 'Lakeside', url: null, language: null, blocks: textBlocks(text) },
    ]);
  });
  afterAll(() => content?.close());

  const askAfter = async (earlier: readonly string[], question: string) =>
    (
      await content.ask(
        question,
        earlier.map((content) => ({ role: 'user', content }) as const),
      )
    ).content;

  it('goes on to another column of the row', async () => {
    expect(await askAfter(['express delivery cost'], 'how long does that take')).toContain('2 business days');
  });

  it('goes on to the hours of what was asked about', async () => {
    expect(await askAfter(['is the pool open in june'], 'what are the hours')).toContain('10 am to 7 pm');
  });

  it('tells a person’s mailbox without the sentence about something else', async () => {
    expect(await askAfter([], 'i want to talk to a person')).toMatch(/^desk@lakeside\.example/);
  });

  it('takes mail for letters', async () => {
    expect(await askAfter([], 'can i get mail there')).toContain('Guests get mail');
  });
});
