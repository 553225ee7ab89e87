import { isRecord, isText, listOf, objectOf, shaped } from '../state/shape.ts';
import { readJson, writeJson } from '../state/browser-storage.ts';

/** A change of settings on its way to the server, with the key it is sent with, however often. */
const isUnsent = objectOf({ idempotencyKey: isText, part: isRecord });
type Unsent = { readonly idempotencyKey: string; readonly part: Readonly<Record<string, unknown>> };

const KEY = 'kituo_unsent_settings';

/** What this tab has not heard of from the server yet, oldest first; a reload leaves it standing. */
export function unsentSettings(): readonly Unsent[] {
  return shaped(listOf(isUnsent), readJson('session', KEY), []);
}

function store(left: readonly Unsent[]): void {
  writeJson('session', KEY, left.length === 0 ? null : left);
}

export function keepUnsent(unsent: Unsent): void {
  store([...unsentSettings(), unsent]);
}

export function forgetUnsent(idempotencyKey: string): void {
  store(unsentSettings().filter((each) => each.idempotencyKey !== idempotencyKey));
}

/** With a session its changes go: another person's settings are none of theirs. */
export function forgetAllUnsent(): void {
  store([]);
}
