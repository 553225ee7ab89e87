import { imports } from '@kituo/sdk/contracts';
import { fieldMessages, parsing } from '../../../http/validate.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { textOfError, textOfMessage } from '../../../http/messages.ts';
import type { Cells, ImportKind } from './kinds.ts';

export interface Fault {
  readonly field: string;
  readonly msg: string;
  readonly sameAs?: number;
}

/** The cell a fault is marked at: one inside a list (`roleNos.0`) belongs to the list's. */
function cellOf(kind: ImportKind, field: string): string {
  const key = field.split('.')[0] ?? '';
  const isColumn = kind.columns.some((column) => column.key === key);
  return isColumn ? key : (kind.columns[0]?.key ?? '');
}

/** What the command itself would refuse. */
async function refusalOf(kind: ImportKind, form: unknown, call: Call): Promise<Fault[]> {
  try {
    await kind.check?.(form, call);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [faultOf(kind, error, call)];
  }
}

/** A refusal as it stands beside a cell. */
export function faultOf(kind: ImportKind, { error, fields, facts }: AppError, { lang }: Call): Fault {
  const [first] = fields;
  const isOwnText = first !== undefined && first.msg !== '';
  const msg = isOwnText ? textOfMessage(first.msg, lang) : textOfError(error, lang, facts);
  return { field: cellOf(kind, first?.field ?? ''), msg };
}

/** What the form says of a row's cells; empty where nothing is wrong. */
export function formFaults(kind: ImportKind, cells: Cells, { lang }: Call): Fault[] {
  const result = kind.form.safeParse(kind.toInput(cells), parsing);
  if (result.success) return [];
  return fieldMessages(result.error.issues).map(({ field, msg }) => ({
    field: cellOf(kind, field),
    msg: textOfMessage(msg, lang),
  }));
}

/** What is wrong with a row, beside its cells in the caller's language; empty where nothing is. */
export async function faultsOf(kind: ImportKind, cells: Cells, call: Call): Promise<Fault[]> {
  const result = kind.form.safeParse(kind.toInput(cells), parsing);
  return result.success ? await refusalOf(kind, result.data, call) : formFaults(kind, cells, call);
}

/** What no other row of the file may hold, as the database compares it: without regard to case. */
export function keysOf({ unique = [] }: ImportKind, cells: Cells): { field: string; key: string }[] {
  return unique.flatMap((columns) => {
    const texts = columns.map((column) => (cells[column] ?? '').trim().toLowerCase());
    const isEmpty = texts.at(-1) === '';
    return isEmpty ? [] : [{ field: columns.at(-1) ?? columns[0], key: texts.join('\n') }];
  });
}

/** What is wrong with a row only beside the others: cells that an earlier row of the file holds as well. */
export function repeatFaultsOf(
  rows: readonly {
    readonly rowNo: number;
    readonly keys: readonly { field: string; key: string }[];
  }[],
  { lang }: Call,
): Fault[][] {
  return imports.repeatsOf(rows).map((repeats) =>
    repeats.map(({ field, sameAs }) => ({
      field,
      sameAs,
      msg: textOfError('IMPORT_REPEATED', lang, { row: sameAs }),
    })),
  );
}

/** The row's form. Throws BAD_REQUEST with the faults beside their cells. */
export function validate<Form>(kind: ImportKind<Form>, cells: Cells): Form {
  const result = kind.form.safeParse(kind.toInput(cells), parsing);
  if (result.success) return result.data;
  throw new AppError('BAD_REQUEST', { fields: fieldMessages(result.error.issues) });
}
