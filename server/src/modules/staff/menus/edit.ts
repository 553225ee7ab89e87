import type { menu, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { checkName, checkParent, checkPerms } from './check.ts';
import { lockMenu } from './lock.ts';
import { giveToAdministrators } from './new-page.ts';
import { type Offers, readOffers } from './offers.ts';
import type { MenuRow } from './rows.ts';

/** What is written: empty names fall back to English, so they are left out. */
function columnsOf(form: menu.EditRequest) {
  const names = Object.entries(form.menuName).filter(([, name]) => name !== '');
  return {
    parentMenuNo: form.parentMenuNo,
    menuType: form.menuType,
    menuName: JSON.stringify(Object.fromEntries(names)),
    perms: form.perms,
    externalUrl: form.externalUrl,
    icon: form.icon,
    sort: form.sort,
  };
}

export const auditedRow = ({ menuNo, version, ...row }: MenuRow) => row;

async function check(
  form: menu.EditRequest,
  rows: readonly MenuRow[],
  offers: Offers,
  lang: CommandContext['lang'],
): Promise<MenuRow | undefined> {
  const held = rows.find(({ menuNo }) => menuNo === form.menuNo);
  if (form.menuNo !== undefined && held === undefined) throw new AppError('MENU_NOT_FOUND');
  if (held && held.menuType !== form.menuType) {
    const fields = [{ field: 'menuType', msg: 'Cannot be changed once saved' }];
    throw new AppError('BAD_REQUEST', { fields });
  }
  checkParent(rows, form, form.parentMenuNo);
  const neighbours = rows.filter((row) => row.parentMenuNo === form.parentMenuNo && row.menuNo !== form.menuNo);
  checkName(neighbours, form);
  checkPerms(rows, form, offers, lang);
  return held;
}

/** Adds an entry or changes one. Throws what `check` refuses, and STALE. */
export async function editMenu(form: menu.EditRequest, call: CommandContext): Promise<ReplyOf<typeof menu.edit>> {
  const { tx } = call;
  const rows = await lockMenu(tx);
  const offers = await readOffers(call.services.registry);
  const held = await check(form, rows, offers, call.lang);
  const menuNo = held === undefined ? await add(form, call) : await change(form, held, call);
  if (form.menuType === 'PAGE' && form.perms !== null) await giveToAdministrators(tx, form.perms, offers);
  const after = { ...columnsOf(form), menuName: form.menuName };
  await writeAudit(tx, call, {
    action: 'menu.edit',
    subjectType: 'menu',
    subjectNo: menuNo,
    before: held && auditedRow(held),
    after,
    ...(form.reason === undefined ? {} : { reason: form.reason }),
  });
  return { menuNo };
}

async function add(form: menu.EditRequest, { tx }: CommandContext): Promise<string> {
  const { menuNo } = await tx.insertInto('menu').values(columnsOf(form)).returning('menuNo').executeTakeFirstOrThrow();
  return menuNo;
}

async function change(form: menu.EditRequest, held: MenuRow, { tx }: CommandContext): Promise<string> {
  if (held.version !== form.version) throw new AppError('STALE');
  await tx
    .updateTable('menu')
    .set({ ...columnsOf(form), updatedAt: new Date(), version: held.version + 1 })
    .where('menuNo', '=', held.menuNo)
    .execute();
  return held.menuNo;
}
