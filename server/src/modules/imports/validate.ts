import { fieldMessages } from '../../http/validate.ts';
import { AppError } from '../../http/app-error.ts';
import type { Cells, ImportKind } from './kinds.ts';

/** What is wrong with a row, beside its cells; empty where nothing is. */
export function faultsOf(kind: ImportKind, cells: Cells): { field: string; msg: string }[] {
  const result = kind.form.safeParse(kind.toInput(cells), { reportInput: true });
  if (result.success) return [];
  const columns = new Set(kind.columns.map(({ key }) => key));
  return fieldMessages(result.error.issues).map(({ field, msg }) => {
    // A fault inside a list (`roleNos.0`) belongs to the list's cell.
    const key = field.split('.')[0] ?? '';
    return { field: columns.has(key) ? key : (kind.columns[0]?.key ?? ''), msg };
  });
}

/** The row's form. Throws BAD_REQUEST with the faults beside their cells. */
export function validate<Form>(kind: ImportKind<Form>, cells: Cells): Form {
  const result = kind.form.safeParse(kind.toInput(cells), { reportInput: true });
  if (result.success) return result.data;
  throw new AppError('BAD_REQUEST', { fields: fieldMessages(result.error.issues) });
}
