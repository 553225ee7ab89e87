import { Allowed, Button, call, callFile, saveFile, useText } from '@kituo/sdk';
import { appContent } from '@kituo/sdk/contracts';
import { AttachFile, useFormValues, useWriteField, type AttachedFile } from '@kituo/sdk/page';
import { useState } from 'react';

const DOCUMENT = { extensions: ['docx'], maxMb: 10 };

/** A .docx document whose text becomes the contract’s in one language; it is saved with the form. */
export function ContractDocument(props: { readonly merchantNo: string; readonly language: string }) {
  const { merchantNo, language } = props;
  const t = useText();
  const write = useWriteField();
  const { content } = useFormValues();
  const [document, setDocument] = useState<AttachedFile | null>(null);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const take = async (attached: AttachedFile | null): Promise<void> => {
    setDocument(attached);
    setUnknown([]);
    if (attached === null) return;
    try {
      const read = await call(appContent.readTemplate, { attachId: attached.attachId });
      write('content', { ...(typeof content === 'object' ? content : {}), [language]: read.text });
      setUnknown(read.unknown);
    } catch {
      // The refusal was said; another document can be chosen.
      setDocument(null);
    }
  };
  return (
    <>
      <AttachFile
        label={t('content.document', { language })}
        subjectType="appContent"
        subjectNo={merchantNo}
        rule={DOCUMENT}
        value={document}
        onChange={(attached) => {
          void take(attached);
        }}
      />
      {unknown.length > 0 && (
        <p role="alert">{t('content.unknown', { names: unknown.map((name) => `{{${name}}}`).join(' ') })}</p>
      )}
    </>
  );
}

/** A contract template as a PDF, a file a language. */
export function ContractDownloads({ row }: { readonly row: appContent.AppContentRow }) {
  const t = useText();
  return (
    <Allowed code="operation:contractTemplate:download">
      {Object.keys(row.content).map((language) => (
        <Button
          key={language}
          size="small"
          text={t('content.download', { language })}
          onClick={() => {
            callFile(appContent.downloadTemplate, { ruleId: row.ruleId, language }).then(saveFile, () => undefined);
          }}
        />
      ))}
    </Allowed>
  );
}
