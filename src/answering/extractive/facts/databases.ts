/** Names of database systems: "stores events in SQLite" tells which database there is. */
import { pattern } from '../../../lib/patterns.ts';

const NAME =
  /(?<!\p{L})(?:sqlite|postgres(?:ql)?|mysql|mariadb|mongodb|redis|valkey|elasticsearch|opensearch|eventstoredb|cassandra|dynamodb|couchdb|cockroachdb|clickhouse|firestore|neo4j|mssql|sql server|oracle database|duckdb|influxdb|supabase)(?!\p{L})/iu;
/** Folded, as analysed. */
const ASKED = pattern('u', /^(?:databases?|db|dbs|datenbank(?:en|system\p{L}*)?|dbms)$/u);

/** Linear in the text. */
export const tellsDatabase = (text: string): boolean => NAME.test(text);

export const asksForDatabase = (word: string): boolean => ASKED.test(word);
