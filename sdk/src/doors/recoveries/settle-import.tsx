import { ApiError, Button, call, callFile, FilePicker, saveFile, useText } from '@kituo/sdk';
import { imports, payment } from '@kituo/sdk/contracts';
import type { ReplyOf, RequestOf } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useState } from 'react';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { typedCents } from './typed-cents.ts';

const MAX_NAME = 100;
const KEYS = ['orderNo', 'billNo', 'paymentCode', 'paymentChannel', 'repayType'] as const;
export type FileRow = ReplyOf<typeof imports.preview>['rows'][number];

export interface ImportValues extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<ImportValues>();

/** A day and a time in Nairobi, `2026-11-20 10:30` or `20/11/2026 10:30`, as a moment; undefined where none was typed. */
export function momentOf(typed = ''): string | undefined {
  const [, iso, day, month, year, time = '00:00'] =
    /^(?:(\d{4}-\d{2}-\d{2})|(\d{2})[/.](\d{2})[/.](\d{4}))(?:[ T]+(\d{2}:\d{2}(?::\d{2})?))?$/.exec(typed.trim()) ??
    [];
  const at = new Date(`${iso ?? `${year}-${month}-${day}`}T${time}+03:00`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The rows of a file that were read without a fault, as the endpoint takes them. */
export function writeOffsIn(rows: readonly FileRow[]): RequestOf<typeof payment.writeOffImport>['rows'] {
  return rows.flatMap(({ cells, faults }) => {
    const [orderNo, billNo, paymentCode, paymentChannel, repayType] = KEYS.map((key) => cells[key]?.trim());
    const amountCents = typedCents(cells['amountCents'] ?? '');
    const [repayTime, accountId] = [momentOf(cells['repayTime']), cells['accountId']?.trim()];
    const typed = {
      orderNo,
      paymentCode,
      paymentChannel,
      repayType,
      amountCents,
      ...(billNo && { billNo }),
      ...(repayTime && { repayTime }),
      ...(accountId && { accountId }),
    };
    const read = payment.writeOffImportRow.safeParse(typed);
    return faults.length === 0 && read.success ? [read.data] : [];
  });
}

/** A file of write-offs: read and marked, then submitted to an approver as drafts. */
export function SettleImport(props: {
  readonly kind: string;
  readonly action: Action<null, ImportValues>;
  readonly rows: readonly FileRow[];
  readonly onRows: (rows: readonly FileRow[]) => void;
}) {
  const { kind, action, rows, onRows } = props;
  const t = useText(RECOVERIES_TEXTS);
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File): Promise<void> => {
    setError(null);
    onRows([]);
    try {
      onRows((await call(imports.preview, { kind }, { bytes: file, quiet: true })).rows);
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
            text={t('settle.template', { format })}
            onClick={() => {
              void callFile(imports.template, { kind, format }).then(saveFile, () => undefined);
            }}
          />
        ))}
      </p>
      <FilePicker
        label={t('settle.file')}
        file={null}
        rule={{ extensions: ['xlsx', 'csv'], maxMb: 10 }}
        onChange={(file) => {
          if (file === null) return;
          if (file.name.length > MAX_NAME) setError(t('settle.nameTooLong'));
          else void read(file);
        }}
      />
      {error !== null && <p role="alert">{error}</p>}
      <p role="status">
        {rows.length > 0 && t('settle.read', { rows: rows.length - faulty.length, faulty: faulty.length })}
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
