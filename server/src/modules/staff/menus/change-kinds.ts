import { menu, menuRules } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import { AppError } from '../../../http/app-error.ts';
import type { ChangeKind } from '../../platform/changes/index.ts';
import { applyRules, differences, readRules } from './data-rules.ts';
import { editMenu } from './edit.ts';
import { readRows } from './rows.ts';

const shared = { family: 'menu', checkerCode: 'user:change:approve' } as const;
/** Menu and rules belong to no merchant: whoever decides sees all of them. */
const EVERY_MERCHANT: readonly string[] = [];

export const editKind: ChangeKind<menu.EditRequest> = {
  ...shared,
  kind: 'menu.edit',
  title: { en: 'Change menu target', zh: '修改菜单项指向' },
  payload: menu.editRequest,
  async describe(db, form) {
    const held = (await readRows(db)).find(({ menuNo }) => menuNo === form.menuNo);
    if (form.menuNo !== undefined && !held) throw new AppError('MENU_NOT_FOUND');
    const { menuName, perms, externalUrl } = form;
    return {
      subjectNo: form.menuNo ?? null,
      subjectName: menuName['en'] ?? '',
      before: held ? { menuName: held.menuName, perms: held.perms, externalUrl: held.externalUrl } : null,
      after: { menuName, perms, externalUrl },
      // What an entry opens grants nobody anything: roles do.
      concerns: [],
      merchantNos: EVERY_MERCHANT,
      state: held ? { version: held.version } : null,
    };
  },
  apply: editMenu,
};

const rulesForm = menuRules.rulesRequest;

export const dataRulesKind: ChangeKind<z.output<typeof rulesForm>> = {
  ...shared,
  kind: 'menu.dataRules',
  title: { en: 'Page data rules', zh: '页面数据规则' },
  payload: rulesForm,
  async describe(db, request, _scope, services) {
    const { page, changes } = await differences(request, db, services);
    const roleNos = changes.map(({ roleNo }) => roleNo);
    const holders = await db
      .selectFrom('userRole')
      .select('userNo')
      .distinct()
      .where('roleNo', 'in', roleNos.length > 0 ? roleNos : [''])
      .orderBy('userNo')
      .execute();
    const held = await readRules(db, request.menuNo, page.pagePath);
    return {
      subjectNo: request.menuNo,
      subjectName: page.menuName['en'] ?? request.menuNo,
      before: Object.fromEntries(changes.map(({ roleName, now }) => [roleName, now])),
      after: Object.fromEntries(changes.map(({ roleName, then }) => [roleName, then])),
      concerns: holders.map(({ userNo }) => userNo),
      merchantNos: EVERY_MERCHANT,
      state: {
        rules: held.map(({ roleNo, rowScope, maskedFields }) => ({
          roleNo,
          rowScope,
          maskedFields,
        })),
      },
    };
  },
  apply: applyRules,
};

export const changeKinds: readonly ChangeKind[] = [editKind, dataRulesKind];
