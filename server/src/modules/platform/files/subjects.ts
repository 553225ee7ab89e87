import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { seesOrder } from '../../review/order-file/index.ts';
import { seesUser } from '../../staff/users/index.ts';
import { seesWarning } from '../warnings/index.ts';

type Sees = (db: Queryable, caller: Caller, subjectNo: string) => Promise<boolean>;

/** What files may belong to, and who sees each: a file is seen by those who see its subject. */
const subjects: Readonly<Record<string, Sees>> = {
  user: seesUser,
  order: seesOrder,
  warning: seesWarning,
  /** One's own files: seen by oneself alone. */
  own: async (_db, caller, subjectNo) => await Promise.resolve(subjectNo === caller.userNo),
};

/** Throws REFERENCE_UNKNOWN for a subject that is not there or not the caller's to see. */
export async function checkSubject(
  db: Queryable,
  caller: Caller,
  { subjectType, subjectNo }: { subjectType: string; subjectNo: string },
): Promise<void> {
  const sees = Object.hasOwn(subjects, subjectType) ? subjects[subjectType] : undefined;
  if (!sees) throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectType'] });
  if (!(await sees(db, caller, subjectNo))) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
  }
}

/** Operations that attaching to a subject and deleting from it take, beside seeing it. */
const codes: Readonly<Record<string, { readonly attach: string; readonly remove: string }>> = {
  order: { attach: 'audit:attach:upload', remove: 'audit:attach:delete' },
};

/** Throws FORBIDDEN where the subject asks for an operation that the caller does not hold. */
export function checkOperation(
  caller: Pick<Caller, 'codes'>,
  subjectType: string,
  operation: 'attach' | 'remove',
): void {
  const code = Object.hasOwn(codes, subjectType) ? codes[subjectType]?.[operation] : undefined;
  if (code !== undefined && !caller.codes.has(code)) throw new AppError('FORBIDDEN');
}
