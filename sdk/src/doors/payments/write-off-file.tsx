import { Button, callFile, FilePicker, saveFile, useText } from '@kituo/sdk';
import { imports, payment } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, JobPanel, useAction, useFollowedJob } from '@kituo/sdk/page';
import type { Action, FollowedJob } from '@kituo/sdk/page';
import { useState } from 'react';
import { PAYMENTS_TEXTS } from './payments-texts.ts';

interface Values extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Values>();

/** Where a file of write-offs goes, and the import that reads it: of any order, or those by case. */
export interface WriteOffFileEndpoint {
  readonly endpoint: Endpoint<typeof payment.writeOffFile.request, typeof payment.writeOffFile.reply>;
  readonly kind: string;
}
const ANY_ORDER: WriteOffFileEndpoint = { endpoint: payment.writeOffFile, kind: 'payment.writeOffs' };

export interface WriteOffFile {
  readonly kind: string;
  readonly action: Action<null, Values>;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  readonly followed: FollowedJob;
}

/**
 * A file of write-offs goes to the server whole; a job tries out every line and submits those that pass.
 *
 * @example
 * const file = useWriteOffFile(list);
 * <WriteOffFileForm of={file} />
 */
export function useWriteOffFile(list: { refresh(): void }, of: WriteOffFileEndpoint = ANY_ORDER): WriteOffFile {
  const t = useText(PAYMENTS_TEXTS);
  const [file, setFile] = useState<File | null>(null);
  const action = useAction({
    name: 'writeOffFile',
    words: t,
    endpoint: of.endpoint,
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
  const followed = useFollowedJob({ kind: of.kind, isPermitted: action.isPermitted, onEnd: list.refresh });
  return { kind: of.kind, action, file, onFile: setFile, followed };
}

/** The form of a file, and the job that tries it out: its progress, and what is wrong line by line. */
export function WriteOffFileForm({ of }: { readonly of: WriteOffFile }) {
  const t = useText(PAYMENTS_TEXTS);
  return (
    <>
      <FormDialog action={of.action} defaults={(): Values => ({ reason: '' })}>
        <p>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              size="small"
              variant="minimal"
              text={t('writeOffFile.template', { format })}
              onClick={() => {
                void callFile(imports.template, { kind: of.kind, format }).then(saveFile, () => undefined);
              }}
            />
          ))}
        </p>
        <FilePicker
          label={t('writeOffFile.file')}
          file={of.file}
          rule={{ extensions: ['xlsx', 'csv'], maxMb: 10, maxName: 100 }}
          onChange={of.onFile}
        />
        <p className="kp-muted">{t('writeOffFile.hint')}</p>
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <JobPanel followed={of.followed} />
    </>
  );
}
