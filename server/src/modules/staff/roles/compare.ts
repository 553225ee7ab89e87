import type { ReplyOf, role } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { tagsOf } from './present.ts';
import { readRoles, type RoleRecord } from './read.ts';

const SIDE_BY_SIDE = 5;

/** How much two menus have in common, 0 to 1. */
function likeness(one: RoleRecord, other: RoleRecord): number {
  const shared = one.pages.filter((page) => other.pages.includes(page)).length;
  const all = new Set([...one.pages, ...other.pages]).size;
  return all === 0 ? 1 : shared / all;
}

/** The role, those with the same menu, and the nearest to it. Throws ROLE_NOT_FOUND. */
export async function sameMenuRoles(db: Queryable, roleNo: string): Promise<ReplyOf<typeof role.sameMenuRole>> {
  const all = await readRoles(db);
  const self = all.find((one) => one.roleNo === roleNo);
  if (self === undefined) throw new AppError('ROLE_NOT_FOUND');
  const others = all
    .filter((one) => one !== self)
    .map((one) => ({ one, near: likeness(self, one) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, SIDE_BY_SIDE - 1);
  return {
    roles: [{ one: self, near: 1 }, ...others].map(({ one, near }) => ({
      roleNo: one.roleNo,
      roleName: one.roleName,
      users: one.users,
      isSameMenu: near === 1,
      pages: [...one.pages],
      codes: [...one.codes],
      sensitive: tagsOf(one),
    })),
  };
}

/** Every role with all it holds. */
export async function roleMatrix(db: Queryable): Promise<ReplyOf<typeof role.matrix>> {
  const all = await readRoles(db, undefined, false);
  return all.map(({ roleNo, roleName, pages, codes }) => ({
    roleNo,
    roleName,
    holds: [...pages, ...codes],
  }));
}
