import type { ParsedRequestOf, role } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, DataScope } from '../../../http/implement.ts';
import { ALWAYS_PAGES } from '../../platform/access/index.ts';
import { menuOfPages } from '../auth/index.ts';
import { conflictsOf } from './conflicts.ts';
import type { Grant } from './grants.ts';
import { HIDDEN, readRole, readRoles } from './read.ts';
import { groupIn, sumOf } from './sensitive.ts';

type Request = ParsedRequestOf<typeof role.simulate>;

/** A person's roles; somebody outside the caller's merchants is unknown. Throws USER_NOT_FOUND. */
async function rolesOfUser(db: Queryable, scope: DataScope, userNo: string): Promise<string[]> {
  const seen = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '=', userNo)
    .$if(scope !== 'all', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('userMerchant')
            .select('userMerchant.userNo')
            .whereRef('userMerchant.userNo', '=', 'appUser.userNo')
            .where('merchantNo', 'in', scope === 'all' ? [''] : [...scope.merchantNos, '']),
        ),
      ),
    )
    .executeTakeFirst();
  if (!seen) throw new AppError('USER_NOT_FOUND');
  const held = await db.selectFrom('userRole').select('roleNo').where('userNo', '=', userNo).execute();
  return held.map(({ roleNo }) => roleNo);
}

async function grantsIn(request: Request, { caller, db }: Call): Promise<readonly Grant[]> {
  if ('roleNo' in request) return [await readRole(db, request.roleNo)];
  if ('userNo' in request) {
    return await readRoles(db, await rolesOfUser(db, caller.scope, request.userNo));
  }
  const { dataScope, pages, codes, ...group } = request.draft;
  return [{ dataScope, pages, codes, sensitive: groupIn(group, HIDDEN) }];
}

/** What holders of these rights would see and be able to do now. Reads only. */
export async function simulateRights(request: Request, call: Call): Promise<role.Simulation> {
  return await simulationOf(await grantsIn(request, call), call);
}

/** The same of somebody who holds all of these roles. */
export async function simulateHolder(roleNos: readonly string[], call: Call): Promise<role.Simulation> {
  return await simulationOf(await readRoles(call.db, roleNos, false), call);
}

async function simulationOf(grants: readonly Grant[], call: Call): Promise<role.Simulation> {
  const pages = new Set([...ALWAYS_PAGES, ...grants.flatMap((one) => one.pages)]);
  const codes = [...new Set(grants.flatMap((one) => one.codes))].sort();
  const offered = call.services.registry.offeredPages();
  const sensitive = sumOf(grants.map((one) => one.sensitive));
  return {
    menus: await menuOfPages(call.db, call.services, pages, call.lang),
    pagesNotOffered: [...pages].filter((path) => !offered.has(path) && !ALWAYS_PAGES.includes(path)).sort(),
    codes,
    dataScope: grants.some((one) => one.dataScope === 'ALL') ? 'ALL' : 'MERCHANTS',
    isMasked: sensitive.isDesensitization === 1,
    revealFields: sensitive.revealFields,
    dailyRevealBudget: sensitive.dailyRevealBudget,
    unmaskedExport: sensitive.unmaskedExport,
    addressBookHide: sensitive.addressBookHide,
    orderDetailsHide: sensitive.orderDetailsHide,
    deductionCapCents: sensitive.deductionCapCents,
    conflicts: conflictsOf(codes),
  };
}
