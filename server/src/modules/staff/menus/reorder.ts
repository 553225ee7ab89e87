import type { menu, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkName, checkParent } from './check.ts';
import { lockMenu } from './lock.ts';
import type { MenuRow } from './rows.ts';

type Request = ParsedRequestOf<typeof menu.reorder>;

/** Distances leave room for one that is typed between two. */
const STEP = 10;

/** Where each named entry stands afterwards. Throws STALE where a level is not whole. */
function placesOf(rows: readonly MenuRow[], { levels }: Request) {
  const places = new Map<string, { parentMenuNo: string | null; sort: number }>();
  for (const { parentMenuNo, menuNos } of levels) {
    menuNos.forEach((menuNo, index) => {
      if (places.has(menuNo)) throw new AppError('STALE');
      places.set(menuNo, { parentMenuNo, sort: (index + 1) * STEP });
    });
  }
  const known = new Set(rows.map(({ menuNo }) => menuNo));
  if ([...places.keys()].some((menuNo) => !known.has(menuNo))) throw new AppError('STALE');
  const then = rows.map((row) => ({ ...row, ...places.get(row.menuNo) }));
  for (const { parentMenuNo, menuNos } of levels) {
    const standing = then.filter((row) => row.parentMenuNo === parentMenuNo);
    // Somebody added or moved one meanwhile: what was dragged is no longer what would be saved.
    if (standing.length !== menuNos.length) throw new AppError('STALE');
  }
  return then;
}

/** The same checks as for the form, on the menu as it would be. */
function check(rows: readonly MenuRow[], then: readonly MenuRow[]): MenuRow[] {
  const before = new Map(rows.map((row) => [row.menuNo, row]));
  const moved = then.filter((row) => before.get(row.menuNo)?.parentMenuNo !== row.parentMenuNo);
  for (const row of moved) {
    checkParent(rows, row, row.parentMenuNo);
    const neighbours = then.filter((one) => one.parentMenuNo === row.parentMenuNo && one.menuNo !== row.menuNo);
    checkName(neighbours, row);
  }
  return then.filter((row) => {
    const held = before.get(row.menuNo);
    return held?.parentMenuNo !== row.parentMenuNo || held.sort !== row.sort;
  });
}

/** Throws STALE, MENU_CYCLE, MENU_PARENT, MENU_NAME_REPEATED; then nothing has moved. */
export async function reorderMenu(request: Request, call: CommandCall): Promise<ReplyOf<typeof menu.reorder>> {
  const { tx } = call;
  const rows = await lockMenu(tx);
  const changed = check(rows, placesOf(rows, request));
  if (changed.length === 0) return { moved: 0 };
  const columns = {
    menuNos: changed.map(({ menuNo }) => menuNo),
    parents: changed.map(({ parentMenuNo }) => parentMenuNo),
    sorts: changed.map(({ sort }) => sort),
  };
  await sql`
    UPDATE menu SET parent_menu_no = place.parent_menu_no, sort = place.sort,
      updated_at = now(), version = version + 1
    FROM unnest(${columns.menuNos}::text[], ${columns.parents}::text[], ${columns.sorts}::integer[])
      AS place (menu_no, parent_menu_no, sort)
    WHERE menu.menu_no = place.menu_no
  `.execute(tx);
  const before = new Map(rows.map((row) => [row.menuNo, row]));
  await writeAudit(
    tx,
    call,
    changed.map((row) => {
      const held = before.get(row.menuNo);
      return {
        action: 'menu.reorder',
        subjectType: 'menu',
        subjectNo: row.menuNo,
        before: { parentMenuNo: held?.parentMenuNo, sort: held?.sort },
        after: { parentMenuNo: row.parentMenuNo, sort: row.sort },
      };
    }),
  );
  return { moved: changed.length };
}
