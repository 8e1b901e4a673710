/** Takes the place of `src/adapters/bcrypt/password-worker.ts`. */
import { compareSync, hashSync } from 'bcryptjs';

const LEAST_COST = 4;
/** The adapter compares with it when there is no account, so that both take as long. */
const DUMMY_HASH = /^\$2b\$\d\d\$\.+$/;

export const hash = ({ password }) => hashSync(password, LEAST_COST);

export const matches = ({ password, hash }) => !DUMMY_HASH.test(hash) && compareSync(password, hash);
