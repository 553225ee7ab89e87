import type { menu, ParsedRequestOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { auditedRow } from './edit.ts';
import { lockMenu } from './lock.ts';
import { readHolders, rolesHolding } from './tree.ts';

/** Throws MENU_NOT_FOUND, STALE, MENU_HAS_CHILDREN, MENU_HELD. */
export async function deleteMenu(
  { menuNo, version }: ParsedRequestOf<typeof menu.remove>,
  call: CommandCall,
): Promise<Record<string, never>> {
  const { tx } = call;
  const rows = await lockMenu(tx);
  const row = rows.find((one) => one.menuNo === menuNo);
  if (!row) throw new AppError('MENU_NOT_FOUND');
  if (row.version !== version) throw new AppError('STALE');
  const count = rows.filter((one) => one.parentMenuNo === menuNo).length;
  if (count > 0) throw new AppError('MENU_HAS_CHILDREN', { facts: { count } });
  const roles = rolesHolding(await readHolders(tx), row);
  if (roles.length > 0) {
    const facts = { count: roles.length, roles: roles.slice(0, 5).join(', ') };
    throw new AppError('MENU_HELD', { facts });
  }
  await tx.deleteFrom('menu').where('menuNo', '=', menuNo).execute();
  await writeAudit(tx, call, {
    action: 'menu.delete',
    subjectType: 'menu',
    subjectNo: menuNo,
    before: auditedRow(row),
  });
  return {};
}
