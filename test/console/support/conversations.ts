/** A shop whose visitors write, and what a test asks of the page that shows it. */
import type { Page } from 'playwright-core';
import type { Owner, TestService, Widget } from '../../support/http/service.ts';

/** Begins every answer of the shop's chatbot. */
export const ANSWER = 'We are open from nine to five';

export interface Shop {
  readonly owner: Owner;
  readonly id: string;
  readonly widget: Widget;
  /** Path of its conversations, below `/console`. */
  readonly path: string;
}

/** @param changes of the chatbot's configuration */
export async function newShop(service: TestService, changes: object = {}): Promise<Shop> {
  const owner = await service.owner();
  const { id } = await owner.chatbot({ name: 'Shop', humanHandoffEnabled: true, ...changes });
  await owner.text(id, 'Hours', `${ANSWER}, every day of the week.`);
  return { owner, id, widget: await owner.widget(id, ['*']), path: `/chatbots/${id}/conversations` };
}

export const ASKING_FOR_DETAILS = {
  allowLeadCapture: true,
  leadCaptureFields: { name: true, email: true, phone: true },
};

/** Name of the focused element, as a screen reader says it; empty when the focus is lost. */
export const focusOf = (page: Page): Promise<string> =>
  page.evaluate(
    "(({ ariaLabel, localName }) => localName === 'body' ? '' : ariaLabel ?? localName)(document.activeElement)",
  );
