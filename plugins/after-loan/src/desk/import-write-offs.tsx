import { ApiError, Button, call, callFile, FilePicker, saveFile, useText } from '@kituo/sdk';
import { imports, payment } from '@kituo/sdk/contracts';
import type { ReplyOf, RequestOf } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useState } from 'react';

const KIND = 'payment.writeOffs';
const MAX_NAME = 100;
const KEYS = ['orderNo', 'billNo', 'paymentCode', 'paymentChannel', 'repayType'] as const;
export type FileRow = ReplyOf<typeof imports.preview>['rows'][number];
type Row = FileRow;

export interface ImportValues extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<ImportValues>();

/** Shillings as the file has them, as cents; the server marked what is no amount. */
function centsIn(typed: string): number {
  const [whole = '0', fraction = ''] = typed.trim().replaceAll(',', '').split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** The rows of a file that were read without a fault, as the endpoint takes them. */
export function writeOffsIn(rows: readonly Row[]): RequestOf<typeof payment.writeOffImport>['rows'] {
  return rows.flatMap(({ cells, faults }) => {
    const [orderNo, billNo, paymentCode, paymentChannel, repayType] = KEYS.map((key) => cells[key]?.trim() ?? '');
    const amountCents = centsIn(cells['amountCents'] ?? '');
    const typed = { orderNo, paymentCode, paymentChannel, repayType, amountCents, ...(billNo && { billNo }) };
    const read = payment.writeOffImportRow.safeParse(typed);
    return faults.length === 0 && read.success ? [read.data] : [];
  });
}

/** A file of write-offs: read and marked, then submitted to an approver as drafts. */
export function ImportWriteOffs(props: {
  readonly action: Action<null, ImportValues>;
  readonly rows: readonly Row[];
  readonly onRows: (rows: readonly Row[]) => void;
}) {
  const { action, rows, onRows } = props;
  const t = useText();
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File): Promise<void> => {
    setError(null);
    onRows([]);
    try {
      onRows((await call(imports.preview, { kind: KIND }, { bytes: file, quiet: true })).rows);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setError(cause.msg);
    }
  };
  const faulty = rows.filter(({ faults }) => faults.length > 0);
  return (
    <FormDialog action={action} defaults={() => ({ reason: '' })}>
      <p>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            variant="minimal"
            text={t('bills.template', { format })}
            onClick={() => {
              void callFile(imports.template, { kind: KIND, format }).then(saveFile, () => undefined);
            }}
          />
        ))}
      </p>
      <FilePicker
        label={t('bills.file')}
        file={null}
        rule={{ extensions: ['xlsx', 'csv'], maxMb: 10 }}
        onChange={(file) => {
          if (file === null) return;
          if (file.name.length > MAX_NAME) setError(t('bills.nameTooLong'));
          else void read(file);
        }}
      />
      {error !== null && <p role="alert">{error}</p>}
      <p role="status">
        {rows.length > 0 && t('bills.read', { rows: rows.length - faulty.length, faulty: faulty.length })}
      </p>
      <ul>
        {faulty.slice(0, 20).map(({ rowNo, cells, faults }) => (
          <li key={rowNo}>
            {rowNo} · {cells['orderNo']}: {faults.map(({ msg }) => msg).join(', ')}
          </li>
        ))}
      </ul>
      <Text name="reason" isLong maxLength={200} />
    </FormDialog>
  );
}
