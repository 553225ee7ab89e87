import { Button, callFile, FilePicker, saveFile, useText } from '@kituo/sdk';
import { imports, payment } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, JobPanel, useAction, useFollowedJob } from '@kituo/sdk/page';
import type { Action, FollowedJob } from '@kituo/sdk/page';
import { useState } from 'react';
import type { Refreshed } from '../parts/refreshed.ts';

const KIND = 'payment.writeOffs';

interface Values extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Values>();

interface Importing {
  readonly action: Action<null, Values>;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  readonly followed: FollowedJob;
}

/** A file of write-offs goes to the server whole; a job tries out every line and submits those that pass. */
export function useImportWriteOffs(list: Refreshed): Importing {
  const [file, setFile] = useState<File | null>(null);
  const action = useAction({
    name: 'importWriteOffs',
    endpoint: payment.writeOffFile,
    request: (_nothing: null, { reason }: Values) => ({ fileName: file?.name ?? '', reason }),
    bytes: () => file,
    list: { refresh: list.refresh },
    facts: () => ({ count: 0, failed: 0 }),
    isSilent: () => true,
    onDone: ({ jobNo }) => {
      setFile(null);
      followed.follow(jobNo, { isShown: true });
    },
  });
  const followed = useFollowedJob({ kind: KIND, isPermitted: action.isPermitted, onEnd: list.refresh });
  return { action, file, onFile: setFile, followed };
}

/** The form of a file, and the job that tries it out: its progress, and what is wrong line by line. */
export function ImportWriteOffs({ of }: { readonly of: Importing }) {
  const t = useText();
  return (
    <>
      <FormDialog action={of.action} defaults={(): Values => ({ reason: '' })}>
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
          file={of.file}
          rule={{ extensions: ['xlsx', 'csv'], maxMb: 10 }}
          onChange={of.onFile}
        />
        <p className="kp-muted">{t('bills.fileHint')}</p>
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <JobPanel followed={of.followed} />
    </>
  );
}
