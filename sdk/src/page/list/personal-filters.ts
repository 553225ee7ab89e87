import { readJson, writeJson } from '../../state/browser-storage.ts';

/**
 * Personal filters (names, phones, ID numbers) never stand in an address: an id does. What is typed gets an
 * id of this tab at once and works with it; the server then keeps it and names it, and its id takes the
 * place of the first, so that a reload, another tab and a saved view find the same people.
 */
const STORE_PREFIX = 'kituo.filter.';
/** With a dot, which no id of the server has. */
const OWN_PREFIX = 'tab.';
const ID = /^[A-Za-z0-9._-]{8,64}$/;
const SERVER_ID = /^[A-Za-z0-9_-]{16,64}$/;

export type PersonalTexts = Readonly<Record<string, string>>;

/** The personal filters under an id; null where this tab does not know them. */
export function readPersonal(id: string | null): PersonalTexts | null {
  if (id === null || !ID.test(id)) return null;
  const held = readJson('session', STORE_PREFIX + id);
  if (typeof held !== 'object' || held === null) return null;
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(held)) {
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** Keeps what is under an id in this tab. */
export function rememberPersonal(id: string, personal: PersonalTexts): void {
  writeJson('session', STORE_PREFIX + id, personal);
}

/** Keeps personal filters and answers their id; the same content keeps its id, so history entries stay true. */
export function keepPersonal(personal: PersonalTexts, presentId: string | null): string | null {
  if (Object.keys(personal).length === 0) return null;
  const present = readPersonal(presentId);
  if (presentId !== null && present !== null && isSame(present, personal)) return presentId;
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  const digits = Array.from(bytes, (byte) => byte.toString(36).padStart(2, '0')).join('');
  const id = OWN_PREFIX + digits;
  rememberPersonal(id, personal);
  return id;
}

/** Whether the server can know an id, for it has the form of its own. */
export function isServerId(id: string): boolean {
  return SERVER_ID.test(id);
}

/** Whether an id was made here and has not been given to the server. */
export function isOwnId(id: string): boolean {
  return ID.test(id) && id.startsWith(OWN_PREFIX);
}

function isSame(one: PersonalTexts, other: PersonalTexts): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
