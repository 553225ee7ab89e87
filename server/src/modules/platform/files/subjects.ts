import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';

/** What files may belong to: a file is seen by those who see its subject. */
export interface FileSubject {
  /** `order` */
  readonly subjectType: string;
  sees(db: Queryable, caller: Caller, subjectNo: string): Promise<boolean>;
  /** Whether one file is the caller's to see though its subject is not: what names that very file was shown to them. */
  seesFile?(db: Queryable, caller: Caller, attachmentNo: string): Promise<boolean>;
  /** Operations, one of several where there are, that attaching and deleting take beside seeing it. */
  readonly codes?: { readonly attach: string | readonly string[]; readonly remove: string };
  /** Content types that it takes beside those of every attachment: an application's package. */
  readonly alsoTakes?: readonly string[];
}

export type FileSubjects = ReadonlyMap<string, FileSubject>;

declare module '../../../define-module.ts' {
  interface Module {
    /** What files may be attached to. */
    readonly fileSubjects?: readonly FileSubject[];
  }
}

declare module '../../../services.ts' {
  interface Services {
    readonly fileSubjects: FileSubjects;
  }
}

/** One's own files: seen by oneself alone. */
export const ownFiles: FileSubject = {
  subjectType: 'own',
  sees: async (_db, caller, subjectNo) => await Promise.resolve(subjectNo === caller.userNo),
};

/** All subjects by type. Throws when one is defined twice. */
export function createFileSubjects(subjects: readonly FileSubject[]): FileSubjects {
  const byType = new Map<string, FileSubject>();
  for (const subject of subjects) {
    if (byType.has(subject.subjectType)) throw new Error(`files of ${subject.subjectType} are defined twice`);
    byType.set(subject.subjectType, subject);
  }
  return byType;
}

/** Throws REFERENCE_UNKNOWN for a subject that is not there or not the caller's to see. */
export async function checkSubject(
  db: Queryable,
  { caller, services }: { readonly caller: Caller; readonly services: { readonly fileSubjects: FileSubjects } },
  { subjectType, subjectNo }: { subjectType: string; subjectNo: string },
): Promise<void> {
  const subject = services.fileSubjects.get(subjectType);
  if (!subject) throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectType'] });
  if (!(await subject.sees(db, caller, subjectNo))) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['subjectNo'] });
  }
}

/** Throws FORBIDDEN where the subject asks for an operation that the caller does not hold. */
export function checkOperation(
  { caller, services }: Parameters<typeof checkSubject>[1],
  subjectType: string,
  operation: 'attach' | 'remove',
): void {
  const codes = services.fileSubjects.get(subjectType)?.codes?.[operation];
  if (codes !== undefined && ![codes].flat().some((code) => caller.codes.has(code))) throw new AppError('FORBIDDEN');
}
