import { compareSync, hashSync } from 'bcryptjs';

export function hash(task: { readonly password: string; readonly rounds: number }): string {
  return hashSync(task.password, task.rounds);
}

export function matches(task: { readonly password: string; readonly hash: string }): boolean {
  return compareSync(task.password, task.hash);
}
