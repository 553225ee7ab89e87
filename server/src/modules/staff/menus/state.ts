import type { menu, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockMenu } from './lock.ts';
import { type Offers, readOffers } from './offers.ts';
import { type MenuRow, readRows } from './rows.ts';

type Request = ParsedRequestOf<typeof menu.updateState>;

/** The entries of the request that are not so already. Throws MENU_NOT_FOUND. */
function changing(rows: readonly MenuRow[], { menuNos, enabled }: Request): MenuRow[] {
  const chosen = rows.filter(({ menuNo }) => menuNos.includes(menuNo));
  if (chosen.length < new Set(menuNos).size) throw new AppError('MENU_NOT_FOUND');
  return chosen.filter((row) => row.menuType !== 'OPERATION' && row.isEnabled !== enabled);
}

/** The entries that somebody may see in their menu: enabled up to the top, and opening something. */
function drawn(rows: readonly MenuRow[], offers: Offers): MenuRow[] {
  const byNo = new Map(rows.map((row) => [row.menuNo, row]));
  const isOn = (row: MenuRow, depth = 0): boolean => {
    if (!row.isEnabled || depth > 10) return false;
    const parent = row.parentMenuNo === null ? null : byNo.get(row.parentMenuNo);
    return parent == null || isOn(parent, depth + 1);
  };
  const opens = ({ menuType, perms }: MenuRow): boolean =>
    menuType !== 'OPERATION' &&
    (perms === null ? menuType === 'EXTERNAL' : offers.get(perms.toLowerCase())?.offer === 'OFFERED');
  return rows.filter((row) => opens(row) && isOn(row));
}

/** Whose menu would change, counted. */
export async function previewState(
  request: Request,
  { db, services }: Pick<Call, 'db' | 'services'>,
): Promise<ReplyOf<typeof menu.updateStatePreview>> {
  const rows = await readRows(db);
  const offers = await readOffers(services.registry);
  const numbers = new Set(changing(rows, request).map(({ menuNo }) => menuNo));
  const then = rows.map((row) => (numbers.has(row.menuNo) ? { ...row, isEnabled: request.enabled } : row));
  const [before, after] = [drawn(rows, offers), drawn(then, offers)];
  const isIn = (list: readonly MenuRow[], { menuNo }: MenuRow) => list.some((row) => row.menuNo === menuNo);
  const moved = [...before.filter((row) => !isIn(after, row)), ...after.filter((row) => !isIn(before, row))];
  const paths = moved.flatMap(({ perms }) => (perms === null ? [] : [perms.toLowerCase()]));
  const isForAll = paths.length < moved.length || paths.some((path) => offers.get(path)?.isAlways === true);
  const touched = db
    .selectFrom('appUser')
    .where('appUser.userStatus', '=', 'NORMAL')
    .$if(!isForAll, (query) =>
      query.where('appUser.userNo', 'in', (eb) =>
        eb
          .selectFrom('userRole')
          .innerJoin('rolePage', 'rolePage.roleNo', 'userRole.roleNo')
          .select('userRole.userNo')
          .where('rolePage.pagePath', 'in', paths.length > 0 ? paths : ['']),
      ),
    );
  const counted = await touched
    .select((eb) => [
      eb.fn.countAll<number>().as('people'),
      eb.fn
        .countAll<number>()
        .filterWhere(
          eb.exists(
            eb
              .selectFrom('session')
              .select(eb.lit(1).as('one'))
              .whereRef('session.userNo', '=', 'appUser.userNo')
              .where('session.endedAt', 'is', null)
              .where('session.expiresAt', '>', new Date()),
          ),
        )
        .as('signedIn'),
    ])
    .executeTakeFirstOrThrow();
  return { entries: numbers.size, pages: moved.length, ...counted };
}

/** Takes entries out of the menu or back in; whoever is signed in sees it at once. */
export async function updateState(request: Request, call: CommandCall): Promise<ReplyOf<typeof menu.updateState>> {
  const { tx } = call;
  const { enabled } = request;
  const changed = changing(await lockMenu(tx), request);
  if (changed.length === 0) return { changed: 0 };
  const menuNos = changed.map(({ menuNo }) => menuNo);
  await tx
    .updateTable('menu')
    .set((eb) => ({
      isEnabled: enabled,
      updatedAt: new Date(),
      version: eb('version', '+', 1),
    }))
    .where('menuNo', 'in', menuNos)
    .execute();
  await writeAudit(
    tx,
    call,
    menuNos.map((subjectNo) => ({
      action: 'menu.updateState',
      subjectType: 'menu',
      subjectNo,
      before: { enabled: !enabled },
      after: { enabled },
    })),
  );
  return { changed: changed.length };
}
