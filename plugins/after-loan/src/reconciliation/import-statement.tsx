import { FilePicker, useText } from '@kituo/sdk';
import { reconciliation } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, JobPanel, useAction, useFollowedJob } from '@kituo/sdk/page';
import type { Action, FollowedJob } from '@kituo/sdk/page';
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
  readonly followed: FollowedJob;
}
const { Select, Date: Day } = fieldsOf<Values>();

/** Bytes up to which a statement is matched while the person waits; a longer one is a job. */
const AT_ONCE = 600_000;

/** A text as it is, an XLSX in base64: what the endpoint takes. */
export async function contentOf(file: File): Promise<string> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return await file.text();
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** A statement is sent with its day: matched at once, or by a job where it is long. */
export function useImportStatement(list: Refreshed): Importing {
  const [chosen, setChosen] = useState<{ readonly file: File; readonly content: string | null } | null>(null);
  const shared = {
    list: { refresh: list.refresh },
    onDone: () => {
      setChosen(null);
    },
  };
  const of = ({ accountId, businessDate }: Values) => ({
    accountId: accountId ?? '',
    businessDate: businessDate ?? '',
    fileName: chosen?.file.name ?? '',
  });
  const atOnce = useAction({
    ...shared,
    name: 'reconImport',
    endpoint: reconciliation.importStatement,
    request: (_subject: null, values: Values) => ({ ...of(values), content: chosen?.content ?? '' }),
    facts: (_subject, reply) => ({
      count: reply?.diffCount ?? 0,
      matched: reply?.matchedCount ?? 0,
    }),
  });
  const byJob = useAction({
    ...shared,
    name: 'reconImport',
    endpoint: reconciliation.importStatementFile,
    request: (_subject: null, values: Values) => of(values),
    bytes: () => chosen?.file ?? null,
    isSilent: () => true,
    facts: () => ({ count: 0, matched: 0 }),
    onDone: ({ jobNo }) => {
      setChosen(null);
      atOnce.close();
      followed.follow(jobNo, { isShown: true });
    },
  });
  const followed = useFollowedJob({
    kind: 'reconStatements.import',
    isPermitted: byJob.isPermitted,
    onEnd: list.refresh,
  });
  const isLong = chosen !== null && chosen.content === null;
  const { endpoint, toRequest, submit, isPending, error } = isLong ? byJob : atOnce;
  return {
    action: {
      ...atOnce,
      endpoint,
      toRequest,
      submit,
      isPending,
      error,
      open: (subject) => {
        atOnce.open(subject);
        byJob.open(subject);
      },
      close: () => {
        atOnce.close();
        byJob.close();
      },
    },
    file: chosen?.file ?? null,
    onFile: (file) => {
      if (file === null) setChosen(null);
      else if (file.size > AT_ONCE) setChosen({ file, content: null });
      else void contentOf(file).then((content) => setChosen({ file, content }));
    },
    followed,
  };
}

/** The form of a statement: account, day, file; and the job of a long one. */
export function ImportStatement({ of }: { readonly of: Importing }) {
  const t = useText();
  return (
    <>
      <FormDialog action={of.action} defaults={(): Values => ({ accountId: null, businessDate: null })}>
        <Select name="accountId" options={reconAccounts} />
        <Day name="businessDate" />
        <FilePicker
          label={t('recon.file')}
          file={of.file}
          rule={{ extensions: ['csv', 'xlsx', 'sta', 'mt940', '940', 'txt', 'xml'], maxMb: 10, maxName: 100 }}
          onChange={of.onFile}
        />
        <p className="kp-muted">{t('recon.fileHint')}</p>
      </FormDialog>
      <JobPanel
        followed={of.followed}
        nameOf={(subject) => (/^\d/.test(subject) ? t('recon.part', { lines: subject }) : null)}
      />
    </>
  );
}
