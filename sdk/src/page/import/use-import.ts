import { useRef, useState } from 'react';
import { call, callFile } from '../../api/call.ts';
import { ApiError } from '../../api/api-error.ts';
import { saveFile } from '../../api/download.ts';
import { apply, applyFile, MAX_IMPORT_ROWS, preview, template } from '../../contracts/platform/import.contract.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useCan } from '../../permissions/permissions.ts';
import { useAction } from '../action/use-action.ts';
import type { Action } from '../action/use-action.ts';
import { usePluginText } from '../platform.ts';
import { useFollowedJob } from '../batch/use-followed-job.ts';
import type { FollowedJob } from '../batch/use-followed-job.ts';
import type { RowAction } from '../table/row-actions.tsx';
import { csvOf } from './csv.ts';
import { editCell, markRow, sheetOf, withoutFaulty, withoutRow } from './sheet.ts';
import type { ImportSheet, SheetRow } from './sheet.ts';

/** A row that is imported, with its place in the file. */
type KeptRow = Pick<SheetRow, 'rowNo' | 'cells'>;

/** What is applied of a file. */
interface Applied {
  readonly rows: readonly KeptRow[];
  readonly file: ImportSheet['file'];
  readonly isAgain: boolean;
}

export type ImportFormat = 'csv' | 'xlsx';

export interface ImportOptions {
  /** Texts: `action.<name>.label` (the button), `.title`, `.done` (with `count` and `failed`). */
  readonly name: string;
  /** The server's import, which is also the kind of its jobs: `users.import`. */
  readonly kind: string;
  /** The operation code that importing takes. */
  readonly code: string;
  /** Read again when rows were imported. */
  readonly list: { refresh(): void };
  /** Rows of a file that the kind takes whole, where those are more than can be fixed on a page. */
  readonly maxRows?: number;
}

/** An import from its template to its failed rows. */
export interface Importer {
  /** For `ActionButton`: opens the dialog. */
  readonly action: RowAction<null>;
  readonly kind: string;
  readonly maxRows: number;
  /** Sends the rows that are left; its key is minted when the dialog opens. */
  readonly applying: Action<null, Applied>;
  /** What was read; null until a file is chosen. */
  readonly sheet: ImportSheet | null;
  readonly isReading: boolean;
  /** Rows whose cells are being checked again. */
  readonly isChecking: boolean;
  /** The person knows that the file was imported before. */
  readonly isAgain: boolean;
  sayAgain(isAgain: boolean): void;
  /** Why the file could not be read. */
  readonly error: ApiError | null;
  readonly followed: FollowedJob;
  downloadTemplate(format: ImportFormat): void;
  read(file: File): void;
  /** Writes into a cell; {@link check} asks the server about its row. */
  edit(rowNo: number, column: string, text: string): void;
  check(rowNo: number): void;
  drop(rowNo: number): void;
  dropFaulty(): void;
  /** Back to choosing a file. */
  forget(): void;
  apply(): void;
  close(): void;
}

/**
 * Reads a CSV or XLSX file on the server, marks its faulty cells, lets them be fixed or their rows left out,
 * and applies the rest as a job with a result a row.
 *
 * @example const importer = useImport({ name: 'import', kind: 'users.import', code: 'user:user:add', list });
 */
export function useImport(options: ImportOptions): Importer {
  const { name, kind, list } = options;
  const t = usePluginText();
  const scope = usePluginScope();
  const isPermitted = useCan(options.code);
  const followed = useFollowedJob({
    kind,
    isPermitted,
    onEnd: (job) => {
      list.refresh();
      // The open panel says it already.
      if (followed.isShown) return;
      const text = t(`action.${name}.done`, { count: job.succeeded, failed: job.failed });
      if (job.jobStatus === 'SUCCESS') scope.toast.success(text);
      else if (job.jobStatus === 'PARTIAL_SUCCESS') scope.toast.warning(text);
    },
  });
  const reading = useReading(kind);
  const isLong = (reading.sheet?.long ?? null) !== null;
  const applying: Importer['applying'] = useAction<typeof apply | typeof applyFile, null, Applied>({
    name,
    endpoint: isLong ? applyFile : apply,
    request: (_nothing: null, values: Applied) =>
      isLong
        ? { kind, fileName: values.file.fileName, isAgain: values.isAgain }
        : {
            kind,
            file: { ...values.file, isAgain: values.isAgain },
            rows: values.rows.map(({ cells }) => ({ ...cells })),
            rowNos: values.rows.map(({ rowNo }) => rowNo),
          },
    bytes: () => (isLong ? reading.file() : null),
    isSilent: () => true,
    onDone: ({ jobNo }) => {
      reading.forget();
      followed.follow(jobNo);
    },
  });
  const { sheet, change } = reading;
  // Said of one file; another asks again.
  const [again, setAgain] = useState<string | null>(null);
  const isAgain = sheet !== null && again === sheet.file.fileHash;
  return {
    kind,
    maxRows: options.maxRows ?? MAX_IMPORT_ROWS,
    applying,
    followed,
    sheet,
    isReading: reading.isReading,
    isChecking: reading.isChecking,
    isAgain,
    sayAgain: (is) => {
      setAgain(is ? (sheet?.file.fileHash ?? null) : null);
    },
    error: reading.error,
    action: {
      name,
      label: applying.label,
      isDangerous: false,
      isAllowed: () => isPermitted && !followed.isLive,
      open: () => {
        reading.forget();
        applying.open(null);
      },
    },
    downloadTemplate: (format) => {
      void callFile(template, {
        kind,
        format,
      }).then(saveFile, () => undefined);
    },
    read: reading.read,
    edit: (rowNo, column, text) => {
      change((held) => editCell(held, rowNo, column, text));
    },
    check: reading.check,
    drop: (rowNo) => {
      change((held) => withoutRow(held, rowNo));
    },
    dropFaulty: () => {
      change(withoutFaulty);
    },
    forget: reading.forget,
    apply: () => {
      if (sheet === null) return;
      void applying.submit({ rows: sheet.rows, file: sheet.file, isAgain });
    },
    close: () => {
      applying.close();
    },
  };
}

/** What the server read of a file, and its rows as they are fixed. */
function useReading(kind: string) {
  const scope = usePluginScope();
  const [sheet, setSheet] = useState<ImportSheet | null>(null);
  const [isReading, setReading] = useState(false);
  const [checks, setChecks] = useState(0);
  const [error, setError] = useState<ApiError | null>(null);
  // An answer about an earlier file is not shown for this one.
  const turn = useRef(0);
  const chosen = useRef<File | null>(null);
  const ask = (bytes: Blob) =>
    call(preview, { kind }, { bytes, quiet: true, showLoading: false, signal: scope.signal });

  const read = async (file: File): Promise<void> => {
    const mine = ++turn.current;
    chosen.current = file;
    setReading(true);
    setError(null);
    try {
      const reply = await ask(file);
      if (mine === turn.current) setSheet(sheetOf(reply, file.name.slice(-255)));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (mine === turn.current) setError(cause);
    } finally {
      if (mine === turn.current) setReading(false);
    }
  };
  const check = async (rowNo: number): Promise<void> => {
    const row = sheet?.rows.find((one) => one.rowNo === rowNo);
    if (sheet === null || row?.isEdited !== true) return;
    const mine = turn.current;
    setChecks((now) => now + 1);
    try {
      const reply = await ask(csvOf(sheet.columns, [row.cells]));
      if (mine !== turn.current) return;
      setSheet((held) => held && markRow(held, row, reply.rows[0] ?? row));
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (mine === turn.current) setError(cause);
    } finally {
      setChecks((now) => now - 1);
    }
  };
  return {
    sheet,
    /** What the sheet was read from. */
    file: () => chosen.current,
    isReading,
    isChecking: checks > 0,
    error,
    read: (file: File) => void read(file),
    check: (rowNo: number) => void check(rowNo),
    change: (edit: (held: ImportSheet) => ImportSheet) => {
      setSheet((held) => held && edit(held));
    },
    forget: () => {
      turn.current += 1;
      chosen.current = null;
      setSheet(null);
      setError(null);
      setReading(false);
    },
  };
}
