import { personnelEndpoints } from '../staff/personnel.ts';

export const AUDIT_PERSONNEL_PAGE = '/AdminContent/AuditSystem/AuditPersonnel';

/** Reviewers, human and AI, and how much each may get. */
export const endpoints = personnelEndpoints({
  family: 'auditPersonnel',
  path: 'loans/audit/personnel',
  page: AUDIT_PERSONNEL_PAGE,
  codes: 'audit:personnel',
});
