/** Log lines for people at a terminal, made of pino's JSON lines. */
import { isObject } from '../../lib/is-object.ts';
import { parseJson } from '../../lib/parse-json.ts';

const LEVELS: Readonly<Record<number, readonly [name: string, colour: number]>> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['info ', 36],
  40: ['warn ', 33],
  50: ['ERROR', 31],
  60: ['FATAL', 31],
};
const GREY = 90;
/** Fields that are useless at a terminal. */
const LEFT_OUT: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'v']);
const PLAIN_VALUE = /^[\w.:/@+-]+$/;
/** Terminals obey control characters, and bidirectional marks reorder what is read. */
const UNSAFE = /[^\P{C}\n]/gu;

/** @param hasColours escape sequences may be used */
export function textLine(json: string, hasColours: boolean): string {
  const line = parsed(json);
  if (line === null) return json;
  const coloured = (text: string, colour: number) => (hasColours ? `\u001b[${colour}m${text}\u001b[0m` : text);
  const [name, colour] = LEVELS[Number(line.level)] ?? ['     ', GREY];
  const { method, route, status, milliseconds, ...others } = line;
  const isRequest = line.msg === 'request' && typeof route === 'string';
  const said = isRequest
    ? [method, route, status, `${milliseconds} ms`].filter((part) => part !== undefined).join(' ')
    : String(line.msg ?? '');
  const fields = Object.entries(isRequest ? others : line).filter(([field]) => !LEFT_OUT.has(field));
  const details = fields.map(([field, value]) => `${field}=${valueText(value)}`).join(' ');
  return `${[
    coloured(timeOf(line.time), GREY),
    coloured(name, colour),
    safe(said).replaceAll('\n', ' '),
    ...(details === '' ? [] : [coloured(details, GREY)]),
  ].join(' ')}${errorText(line.err)}\n`;
}

function parsed(json: string): Readonly<Record<string, unknown>> | null {
  const line = parseJson(json);
  return isObject(line) ? line : null;
}

/** Local time of day. */
function timeOf(time: unknown): string {
  const date = new Date(typeof time === 'number' ? time : Date.now());
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => `${part}`.padStart(2, '0')).join(':');
}

function valueText(value: unknown): string {
  const listed = listText(value);
  if (listed !== null) return listed;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return PLAIN_VALUE.test(text) ? text : safe(JSON.stringify(value));
}

/** Lists and maps of plain words, as `http,projector` and `log:embedded,search:embedded`. Returns null for all else. */
function listText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const isPlain = ([name, part]: (typeof entries)[number]) =>
    PLAIN_VALUE.test(name) && typeof part === 'string' && PLAIN_VALUE.test(part);
  if (entries.length === 0 || !entries.every(isPlain)) return null;
  return entries.map(([name, part]) => (Array.isArray(value) ? part : `${name}:${part}`)).join(',');
}

function errorText(error: unknown): string {
  if (!isObject(error)) return '';
  const text = typeof error.stack === 'string' ? error.stack : String(error.message ?? '');
  return text === '' ? '' : `\n${safe(text).replaceAll(/^/gm, '    ')}`;
}

const safe = (text: string): string =>
  text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
