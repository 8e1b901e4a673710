import type { Documents } from '../../ports/documents.ts';
import { type AccountDocument, accounts } from './projection.ts';

export type User = {
  id: string;
  email: string;
  name: string;
  plan: string;
  createdAt: string;
};

export class AccountQueries {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  async find(accountId: string): Promise<User | null> {
    const account = await this.#documents.get<AccountDocument>(accounts.collection, accountId);
    if (account === null) return null;
    const { id, email, name, plan, createdAt } = account;
    return { id, email, name, plan, createdAt };
  }
}
