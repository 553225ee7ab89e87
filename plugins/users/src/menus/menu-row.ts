import { apiLanguage, session$ } from '@kituo/sdk';
import type { menu, ReplyOf } from '@kituo/sdk/contracts';

export type MenuReply = ReplyOf<typeof menu.tree>;

/** An entry as its table shows it. */
export interface MenuRow extends menu.MenuEntry {
  readonly childList: MenuRow[];
  /** The name in the reader's language. */
  readonly entryName: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** `users 0.1.0`; null where no section is known to offer the page. */
  readonly section: string | null;
  readonly roleNames: readonly string[];
  /** How many roles have a data rule; null for none. */
  readonly rules: number | null;
  /** WAITING where a change of it awaits approval. */
  readonly change: 'WAITING' | null;
}

/** A name in a language, else in English. */
export function nameIn(names: Readonly<Record<string, string>>, languageCode: string): string {
  const written = names[languageCode] ?? names[apiLanguage(languageCode)];
  return written === undefined || written === '' ? (names['en'] ?? '') : written;
}

/** The tree of a reply, titled in the reader's language. */
export function rowsOf({ tree, roles }: MenuReply): MenuRow[] {
  const roleNames = new Map(roles.map(({ roleNo, roleName }) => [roleNo, roleName]));
  const { language } = session$.value;
  const rowOf = (entry: menu.MenuEntry): MenuRow => ({
    ...entry,
    childList: entry.childList.map(rowOf),
    entryName: nameIn(entry.menuName, language),
    state: entry.enabled ? 'ENABLED' : 'DISABLED',
    section: entry.offeredBy && `${entry.offeredBy.plugin} ${entry.offeredBy.version}`,
    roleNames: entry.roleNos.map((roleNo) => roleNames.get(roleNo) ?? roleNo),
    rules: entry.dataRules === 0 ? null : entry.dataRules,
    change: entry.changeNo === null ? null : 'WAITING',
  });
  return tree.map(rowOf);
}
