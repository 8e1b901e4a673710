/** Pattern of the databases in the data folder. `lock.db` and `readers.db` hold locks only. */
export const DATABASES = '(?:documents|events|keys|lock|readers|search|side)\\.db';
