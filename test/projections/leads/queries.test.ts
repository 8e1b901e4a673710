import { describe, expect, it } from 'vitest';
import type { RawJson } from '../../../src/lib/raw-json.ts';
import type { LeadPage } from '../../../src/projections/leads/queries.ts';
import { fact } from '../../support/events/facts.ts';
import { conversationStarted, historyOfFile, questionAsked } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('Leads', () => {
  const shownLeads = (page: RawJson<LeadPage> | null) =>
    page === null ? null : (JSON.parse(Buffer.concat(page).toString()) as LeadPage);
  const captured = (leadId: string, conversationId: string) => fact('LeadCaptured', { leadId, conversationId });

  it('come with the newest messages of their conversation; one whose conversation has just gone is passed over', async () => {
    await history().happened(conversationStarted('talk', 'one'), captured('a', 'talk'), captured('b', 'gone'));
    await history().happened(...Array.from({ length: 230 }, (_, n) => questionAsked(`m${n}`)));
    const page = shownLeads(await history().queries.leads.list('bot', { limit: 10 }));
    expect(page?.leads.map(({ id }) => id)).toEqual(['a']);
    const told = page?.leads[0]?.conversation.messages.map(({ messageId }) => messageId);
    expect([told?.length, told?.[0], told?.at(-1)]).toEqual([200, 'm30', 'm229']);
  });

  it('end a page of long conversations early, and go on from there', async () => {
    const content = 'é'.repeat(4_000);
    const talks = Array.from({ length: 10 }, (_, n) => `talk${n}`);
    for (const talk of talks) {
      const sessionId = `session of ${talk}`;
      const said = Array.from({ length: 50 }, (_, n) =>
        fact('QuestionAsked', { messageId: `${talk}-${n}`, conversationId: talk }, { sessionId, content }),
      );
      await history().happened(conversationStarted(talk, sessionId), captured(`lead of ${talk}`, talk), ...said);
    }
    const seen: string[] = [];
    let pages = 0;
    for (let before: string | null | undefined; before !== null; pages += 1) {
      const parts = await history().queries.leads.list('bot', { limit: 500, before });
      expect(Buffer.concat(parts ?? []).byteLength).toBeLessThan(2.1 * 1024 * 1024);
      const page = shownLeads(parts);
      for (const { id, conversation } of page?.leads ?? []) {
        seen.push(id);
        expect(conversation.messages.map(({ content: text }) => text)).toEqual(Array(50).fill(content));
        expect(conversation.sessionId).toBe(`session of ${conversation.id}`);
      }
      before = page?.nextBefore ?? null;
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen.sort()).toEqual(talks.map((talk) => `lead of ${talk}`).sort());
  });
});
