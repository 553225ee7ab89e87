import type * as z from 'zod/mini';
import type { ItemsKind, JobRun } from '../jobs/index.ts';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly importKinds: ImportKinds;
  }
}

export interface ImportColumn {
  /** The form's field. */
  readonly key: string;
  readonly title: { readonly en: string; readonly zh: string };
  readonly isRequired: boolean;
  /** What is in the template's one row. */
  readonly example: string;
}

/** Column → what was typed. */
export type Cells = Readonly<Record<string, string>>;

/** An import: what its columns are, how a row becomes a form, and the command that takes the form. */
export interface ImportKind<Form = unknown> {
  readonly kind: string;
  readonly title: ItemsKind['title'];
  readonly code: string;
  readonly columns: readonly ImportColumn[];
  /** The cells as the form wants them: numbers, lists, null for an empty cell. */
  toInput(cells: Cells): unknown;
  readonly form: z.ZodMiniType<Form>;
  /**
   * What no two rows of a file may hold alike, whatever the case: columns that are unique together, marked at
   * the last of them in the later row. Where it stands empty, nothing repeats.
   */
  readonly unique?: readonly (readonly [string, ...string[]])[];
  /** Throws what `apply` would refuse beyond the form, writing nothing: the preview marks it. */
  check?(form: Form, call: Call): Promise<unknown>;
  /** So many rows share a transaction, each behind a savepoint of its own; one unless given. */
  readonly atOnce?: number;
  /** One row. Throws what the command refuses. */
  apply(form: Form, run: JobRun & { readonly tx: Tx }): Promise<unknown>;
  /** Takes files of this kind that are too long to be corrected on a page, many rows at once. */
  readonly long?: {
    readonly maxRows: number;
    /** As `check`, a refusal or null a row. */
    check(forms: readonly Form[], call: Call): Promise<readonly (AppError | null)[]>;
    /** As `apply`: an answer a row, a refusal as the error itself. */
    apply(forms: readonly Form[], run: JobRun & { readonly tx: Tx }): Promise<readonly unknown[]>;
  };
  /** The column that people call a row by: its result names it. */
  readonly nameColumn?: string;
  /** The number of the record that the import of a job keeps. */
  recordOf?(db: Queryable, jobNo: string): Promise<string | null>;
  /** Follows the last row, and again where a process died over it. */
  ended?(run: JobRun): Promise<void>;
}

export type ImportKinds = ReadonlyMap<string, ImportKind>;

declare module '../../../define-module.ts' {
  interface Module {
    /** Files of rows that are read in; each is a job, too. */
    readonly imports?: readonly ImportKind[];
  }
}

/** All imports by name. Throws when two are called the same. */
export function createImportKinds(kinds: readonly ImportKind[]): ImportKinds {
  const byName = new Map<string, ImportKind>();
  for (const kind of kinds) {
    if (byName.has(kind.kind)) throw new Error(`the import ${kind.kind} is defined twice`);
    byName.set(kind.kind, kind);
  }
  return byName;
}
