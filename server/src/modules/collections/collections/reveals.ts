import type { CaseScope } from '../../../db/collection-schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { RevealKind } from '../../platform/reveal/index.ts';
import { withinScope } from './cases.ts';

const TITLES = {
  customerName: { en: 'Name of customer in collection', zh: '催收客户姓名' },
  phone: { en: 'Phone of customer in collection', zh: '催收客户手机号' },
  idCardNo: { en: 'ID number of customer in collection', zh: '催收客户证件号' },
} as const;

/** By the case's number, of cases of one system within the caller's scope. */
function ofCase(caseScope: CaseScope, field: keyof typeof TITLES): RevealKind {
  const area = caseScope === 'ORDER' ? 'collection' : 'collectionStage';
  return {
    kind: `${area}.${field}`,
    title: TITLES[field],
    field,
    access: { code: [`${area}:contact:reveal`] },
    async load(db, caseNo, { scope }) {
      const found = await db
        .selectFrom('collectionCase')
        .innerJoin('customer as cu', 'cu.customerNo', 'collectionCase.customerNo')
        .select(`cu.${field} as value`)
        .where('collectionCase.caseNo', '=', caseNo)
        .where('collectionCase.caseScope', '=', caseScope)
        .where(withinScope(scope))
        .executeTakeFirst();
      if (!found) throw new AppError('CASE_NOT_FOUND');
      return found.value;
    },
  };
}

/** Of a guarantor, by `CS0000000001-12`: the case and the person in it. */
function ofGuarantor(caseScope: CaseScope): RevealKind {
  const area = caseScope === 'ORDER' ? 'collection' : 'collectionStage';
  return {
    kind: `${area}.guarantorPhone`,
    title: { en: 'Phone of guarantor in collection', zh: '催收担保人手机号' },
    field: 'phone',
    access: { code: [`${area}:contact:reveal`] },
    async load(db, subjectNo, { scope }) {
      const [, caseNo = '', partyId = '0'] = /^(CS\d+)-(\d{1,15})$/.exec(subjectNo) ?? [];
      const found = await db
        .selectFrom('collectionCase')
        .innerJoin('contactParty as p', 'p.customerNo', 'collectionCase.customerNo')
        .select('p.phone')
        .where('collectionCase.caseNo', '=', caseNo)
        .where('collectionCase.caseScope', '=', caseScope)
        .where('p.partyId', '=', Number(partyId))
        .where('p.partyKind', '=', 'GUARANTOR')
        .where(withinScope(scope))
        .executeTakeFirst();
      if (!found) throw new AppError('CASE_NOT_FOUND');
      return found.phone;
    },
  };
}

/** What lists of cases show masked. */
export const revealKinds: readonly RevealKind[] = (['ORDER', 'BILL'] as const).flatMap((scope) => [
  ofCase(scope, 'customerName'),
  ofCase(scope, 'phone'),
  ofCase(scope, 'idCardNo'),
  ofGuarantor(scope),
]);
