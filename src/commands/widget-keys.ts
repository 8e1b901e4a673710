import { hash, randomBytes } from 'node:crypto';
import { chatbot } from '../domain/chatbot/chatbot.ts';
import { widgetKey } from '../domain/widget-key/widget-key.ts';
import { madeId } from '../log/event-id.ts';
import type { CommandContext } from '../log/event-store.ts';
import type { CommandExecutor } from './execute.ts';
import { done, type Outcome, rejected } from './outcome.ts';

const SECRET_BYTES = 32;
const PREFIX_LENGTH = 12;

/** What is kept of a secret; also how a presented one is looked up. Lower-case hex SHA-256. */
export const secretHashOf = (secret: string): string => hash('sha256', secret, 'hex');

export class WidgetKeyCommands {
  readonly #executor: CommandExecutor;

  constructor(deps: { executor: CommandExecutor }) {
    this.#executor = deps.executor;
  }

  /**
   * @param input.allowedDomains entries as `normaliseDomain` gives them
   * @param random 32 bytes that nobody else can know. A command that is tried again must come with the same: only their hash is kept
   */
  async generate(
    ownerId: string,
    chatbotId: string,
    input: { label: string; allowedDomains: readonly string[] },
    context: CommandContext,
    random: Uint8Array = randomBytes(SECRET_BYTES),
  ): Promise<Outcome<{ keyId: string; secret: string }, 'ChatbotNotFound'>> {
    const parent = await this.#executor.stateOf(chatbot, chatbotId);
    if (parent.kind !== 'live' || parent.ownerId !== ownerId) return rejected('ChatbotNotFound');
    if (random.byteLength < SECRET_BYTES) throw new RangeError('A secret needs more random bytes');
    const secret = `cwk_${Buffer.from(random).toString('base64url')}`;
    const keyId = madeId(context.commandId, 'widget key');
    const result = await this.#executor.execute(
      widgetKey,
      keyId,
      {
        type: 'GenerateWidgetKey',
        keyId,
        chatbotId,
        ownerId,
        secretHash: secretHashOf(secret),
        keyPrefix: secret.slice(0, PREFIX_LENGTH),
        ...input,
      },
      context,
    );
    if (!result.accepted) throw new Error(`A new widget key was refused: ${result.rejection}`);
    return done({ keyId, secret }, result.position);
  }

  async revoke(chatbotId: string, keyId: string, context: CommandContext): Promise<Outcome<null, 'WidgetKeyNotFound'>> {
    const result = await this.#executor.execute(widgetKey, keyId, { type: 'RevokeWidgetKey', chatbotId }, context);
    return result.accepted ? done(null, result.position) : rejected('WidgetKeyNotFound', result.position);
  }
}
