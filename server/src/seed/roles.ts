import { lendingSections } from './menu-lending.ts';
import { serviceSections } from './menu-service.ts';
import { routeOf } from './menu-types.ts';
import { OPERATION_CODES } from './operation-codes.ts';
import { DESK_ROLES } from './desk-roles.ts';
import { OFFICE_ROLES } from './office-roles.ts';
import { COMMON_REVEALS, PLUGIN_DEVELOP, type SeedRole } from './role-parts.ts';

export { COMMON_REVEALS, type SeedRole } from './role-parts.ts';

export const SECTIONS = [...lendingSections, ...serviceSections];

/** `*` alone is every page. */
export function pagesOf(role: SeedRole): string[] {
  const all = SECTIONS.flatMap((section) =>
    section.pages.map(([page]) => ({ section: section.path, page, route: routeOf(section, page) })),
  );
  const chosen = all.filter(({ section, page }) =>
    role.pages.some((request) => request === '*' || request === `${section}/*` || request === `${section}/${page}`),
  );
  return chosen.map(({ route }) => route.toLowerCase());
}

export const ROLES: readonly SeedRole[] = [
  {
    roleNo: 'R-001',
    roleName: 'Administrator',
    remark: 'Users, roles, menus; holds everything, so may grant everything',
    dataScope: 'ALL',
    deductionCapCents: 50_000_00,
    isMasked: false,
    isAdministrator: true,
    seesAddressBook: true,
    dailyRevealBudget: 50,
    revealFields: [...COMMON_REVEALS, 'bankAccount'],
    pages: ['*'],
    codes: OPERATION_CODES.filter((code) => code !== PLUGIN_DEVELOP),
  },
  ...DESK_ROLES,
  ...OFFICE_ROLES,
];
