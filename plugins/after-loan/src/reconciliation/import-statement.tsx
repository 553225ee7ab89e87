import { FilePicker, useText } from '@kituo/sdk';
import { reconciliation } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, useAction } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useState } from 'react';
import type { Refreshed } from '../parts/refreshed.ts';
import { reconAccounts } from './recon-fields.ts';

interface Values extends Record<string, unknown> {
  readonly accountId: string | null;
  readonly businessDate: string | null;
}
interface Importing {
  readonly action: Action<null, Values>;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}
const { Select, Date: Day } = fieldsOf<Values>();

/** A text as it is, an XLSX in base64: what the endpoint takes. */
export async function contentOf(file: File): Promise<string> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return await file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** A statement is read in the browser and sent with its day. */
export function useImportStatement(list: Refreshed): Importing {
  const [chosen, setChosen] = useState<{ readonly file: File; readonly content: string } | null>(null);
  const action = useAction({
    name: 'reconImport',
    endpoint: reconciliation.importStatement,
    request: (_subject: null, { accountId, businessDate }: Values) => ({
      accountId: accountId ?? '',
      businessDate: businessDate ?? '',
      fileName: chosen?.file.name ?? '',
      content: chosen?.content ?? '',
    }),
    list: { refresh: list.refresh },
    facts: (_subject, reply) => ({
      count: reply?.diffCount ?? 0,
      matched: reply?.matchedCount ?? 0,
    }),
    onDone: () => {
      setChosen(null);
    },
  });
  return {
    action,
    file: chosen?.file ?? null,
    onFile: (file) => {
      if (file === null) setChosen(null);
      else void contentOf(file).then((content) => setChosen({ file, content }));
    },
  };
}

/** The form of a statement: account, day, file. */
export function ImportStatement({ of }: { readonly of: Importing }) {
  const t = useText();
  return (
    <FormDialog action={of.action} defaults={(): Values => ({ accountId: null, businessDate: null })}>
      <Select name="accountId" options={reconAccounts} />
      <Day name="businessDate" />
      <FilePicker
        label={t('recon.file')}
        file={of.file}
        rule={{ extensions: ['csv', 'xlsx', 'sta', 'mt940', '940', 'txt', 'xml'], maxMb: 0.6 }}
        onChange={of.onFile}
      />
      <p className="kp-muted">{t('recon.fileHint')}</p>
    </FormDialog>
  );
}
