/** Shared by several events. Limits of outside input belong to HTTP. */
import { Type } from 'typebox';

/** A UUID in lower case. */
export const Id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
/** Lower-case hex SHA-256. */
export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** SHA-256 in base64url. */
export const Digest = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
/** Epoch milliseconds. */
export const Instant = Type.Integer({ minimum: 0 });
export const Count = Type.Integer({ minimum: 0 });
export const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
