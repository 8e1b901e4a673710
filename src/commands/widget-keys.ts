import { hash, randomBytes } from 'node:crypto';
import { chatbot } from '../domain/chatbot/chatbot.ts';
import { widgetKeys } from '../domain/widget-key/widget-keys.ts';
import { resourceId } from '../event-log/event-id.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import { type CommandResult, done, expectRejections, rejected, withoutValue } from './command-result.ts';
import type { CommandExecutor } from './execute.ts';

const SECRET_BYTES = 32;
const PREFIX_LENGTH = 12;

/** Lower-case hex SHA-256. Secrets are stored and looked up by it. */
export const secretHashOf = (secret: string): string => hash('sha256', secret, 'hex');

export class WidgetKeyCommands {
  readonly #executor: CommandExecutor;
  readonly #legacyKeyIds: (chatbotId: string) => Promise<readonly string[]>;

  /**
   * @param deps.legacyKeyIds active keys with a stream each, from the read model; read until the chatbot has one stream for all
   * its keys. Default none
   */
  constructor(deps: { executor: CommandExecutor; legacyKeyIds?: (chatbotId: string) => Promise<readonly string[]> }) {
    this.#executor = deps.executor;
    this.#legacyKeyIds = deps.legacyKeyIds ?? (async () => []);
  }

  /**
   * @param input.allowedDomains entries as `normaliseDomain` gives them
   * @param input.random 32 secret bytes; a repeated command must bring the same, since only their hash is stored
   */
  async generate(
    ownerId: string,
    chatbotId: string,
    input: { label: string; allowedDomains: readonly string[]; random?: Uint8Array | undefined },
    context: CommandContext,
  ): Promise<CommandResult<{ keyId: string; secret: string }, 'ChatbotNotFound' | 'WidgetKeyLimitReached'>> {
    const { random = randomBytes(SECRET_BYTES), ...described } = input;
    const parent = await this.#executor.stateOf(chatbot, chatbotId);
    if (parent.kind !== 'live' || parent.ownerId !== ownerId) return rejected('ChatbotNotFound');
    if (random.byteLength < SECRET_BYTES) throw new RangeError('A secret needs more random bytes');
    const secret = `cwk_${Buffer.from(random).toString('base64url')}`;
    const keyId = resourceId(context.commandId, 'widget key');
    const stored = { secretHash: secretHashOf(secret), keyPrefix: secret.slice(0, PREFIX_LENGTH) };
    const target = { chatbotId, keyId, legacyKeyIds: await this.#legacyKeyIdsOf(chatbotId) };
    const command = { type: 'GenerateWidgetKey', ...target, ownerId, ...stored, ...described } as const;
    const { position, ...result } = await this.#executor.execute(widgetKeys, chatbotId, command, context);
    if (result.ok) return done({ keyId, secret }, position);
    // The same command, repeated much later.
    if (result.rejection === 'WidgetKeyExists') return done({ keyId, secret }, position);
    if (result.rejection === 'WidgetKeyLimitReached') return rejected('WidgetKeyLimitReached', position);
    throw new Error(`A new widget key was rejected: ${result.rejection}`);
  }

  async revoke(
    chatbotId: string,
    keyId: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'WidgetKeyNotFound'>> {
    const legacyKeyIds = await this.#legacyKeyIdsOf(chatbotId);
    const command = { type: 'RevokeWidgetKey', chatbotId, keyId, legacyKeyIds } as const;
    const result = await this.#executor.execute(widgetKeys, chatbotId, command, context);
    return expectRejections(withoutValue(result), 'WidgetKeyNotFound');
  }

  async #legacyKeyIdsOf(chatbotId: string): Promise<readonly string[]> {
    const { isNew } = await this.#executor.stateOf(widgetKeys, chatbotId);
    return isNew ? this.#legacyKeyIds(chatbotId) : [];
  }
}
