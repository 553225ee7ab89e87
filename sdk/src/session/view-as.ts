import { VIEW_AS_HEADER } from '../contracts/endpoint.ts';
import { readJson, writeJson, writeText } from '../state/browser-storage.ts';
import { isRecord, isText } from '../state/shape.ts';
import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';

/** A role whose masks this tab shows, also as a version of the rules for personal data would have them. */
export interface ViewedAs {
  readonly roleNo: string;
  readonly roleName: string;
  readonly versionId: string | null;
  readonly versionNo: number | null;
}

const KEY = 'kituo_view_as';

function readViewedAs(): ViewedAs | null {
  const kept = readJson('session', KEY);
  if (!isRecord(kept) || !isText(kept['roleNo']) || !isText(kept['roleName'])) return null;
  const { roleNo, roleName, versionId, versionNo } = kept;
  return {
    roleNo,
    roleName,
    versionId: isText(versionId) ? versionId : null,
    versionNo: typeof versionNo === 'number' ? versionNo : null,
  };
}

const state = createValue<ViewedAs | null>(readViewedAs());

/** Whose masks this tab shows; null: those of the person who is signed in. */
export const viewedAs$: ReadableValue<ViewedAs | null> = state;

/** Shows screens with another role's masks until the tab ends it or signs out; what is on screen is read again by who calls. */
export function viewAs(role: ViewedAs | null): void {
  if (role === null) writeText('session', KEY, null);
  else writeJson('session', KEY, role);
  state.next(role);
}

/** The header of calls of this tab; none while nobody is viewed as. */
export function viewAsHeaders(): Record<string, string> {
  const role = state.value;
  if (role === null) return {};
  return { [VIEW_AS_HEADER]: role.versionId === null ? role.roleNo : `${role.roleNo}@${role.versionId}` };
}
