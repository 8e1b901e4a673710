import { describe, expect, it } from 'vitest';
import { openMemoryRateLimits } from '../../../src/adapters/memory/rate-limits.ts';
import { mayMail } from '../../../src/workers/mail/handoff-mail-limits.ts';

const ADA = 'ada@example.com';

const account = (id: string) => {
  return { id, email: `${id}@example.com`, name: id, plan: 'free' as const, createdAt: '2026-03-01T12:00:00.000Z' };
};

/** Chatbots are named `OWNER/NAME`, and an account's address is `OWNER@example.com`. */
function limits() {
  const rateLimits = openMemoryRateLimits();
  const queries = {
    chatbots: { ownerOf: async (chatbotId: string) => chatbotId.split('/')[0] ?? null },
    accounts: { find: async (id: string) => account(id) },
  };
  const isMailed = (to: string, chatbotId: string) => mayMail(to, chatbotId, { queries, rateLimits });
  /** @returns how many of the mails may be sent */
  const mailed = async (mails: readonly (readonly [to: string, chatbotId: string])[]) => {
    let allowed = 0;
    for (const [to, chatbotId] of mails) if (await isMailed(to, chatbotId)) allowed += 1;
    return allowed;
  };
  return { isMailed, mailed };
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('Within an hour, requests for a human are mailed', () => {
  it('sixty times to one address, however it is written and whoever owns the chatbots', async () => {
    const { mailed } = limits();
    const writings = ['support@example.com', 'SUPPORT@example.com', ' support@EXAMPLE.com '];
    const mails = times(70, (index) => [writings[index % 3] ?? '', `owner-${index}/shop`] as const);
    expect(await mailed(mails)).toBe(60);
    expect(await mailed([['other@example.com', 'owner-1/shop']])).toBe(1);
  });

  it('sixty times for one chatbot, whoever receives them', async () => {
    const { mailed } = limits();
    expect(await mailed(times(70, (index) => [`receiver-${index}@example.com`, 'grace/shop'] as const))).toBe(60);
  });

  it('180 times for one account, however many chatbots it has', async () => {
    const { mailed } = limits();
    const mails = times(200, (index) => [`receiver-${index}@example.com`, `grace/shop-${index}`] as const);
    expect(await mailed(mails)).toBe(180);
    expect(await mailed([['receiver@example.com', 'alan/shop']])).toBe(1);
  });

  it('to the account’s own address when other accounts have used up what that may be mailed', async () => {
    const { isMailed, mailed } = limits();
    expect(await mailed(times(61, (index) => [ADA, `owner-${index}/shop`] as const))).toBe(60);
    expect(await isMailed(ADA, 'ada/shop')).toBe(true);
  });
});
