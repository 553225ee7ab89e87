import {
  ApiError,
  Button,
  call,
  callFile,
  confirm,
  EatTime,
  FilePicker,
  saveFile,
  upload,
  useCan,
  usePluginScope,
  useText,
  validateImage,
} from '@kituo/sdk';
import { file } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { Evidence } from '../decision/evidence.tsx';

/** What was attached to an answer, to be saved. */
export function StepFile(props: { readonly attachId: string; readonly fileName: string }) {
  const { attachId, fileName } = props;
  return (
    <button
      type="button"
      className="ks-link-button"
      onClick={() => {
        // A refusal has been shown by the client.
        callFile(file.attachDownload, { attachId }).then(saveFile, () => undefined);
      }}
    >
      {fileName}
    </button>
  );
}

/** Documents of the order: those of the application and what reviewers added; one's own can be deleted. */
export function Attachments({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  const scope = usePluginScope();
  const subject = { subjectType: 'order', subjectNo: orderNo };
  const detail = useDetail(file.attachList, subject);
  const mayUpload = useCan('audit:attach:upload');
  const mayDelete = useCan('audit:attach:delete');
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const tryTo = async (work: () => Promise<unknown>): Promise<void> => {
    setSending(true);
    setFault(null);
    try {
      await work();
      detail.refresh();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFault(cause.msg);
    }
    setSending(false);
  };
  return (
    <div className="of-attachments">
      {mayUpload && (
        <FilePicker
          label={t('attach.upload')}
          file={null}
          rule={{ extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 }}
          validate={(picked) => (picked.type.startsWith('image/') ? validateImage(picked) : null)}
          onChange={(picked) => {
            if (picked !== null && !isSending) void tryTo(() => upload(picked, subject));
          }}
        />
      )}
      {fault !== null && <p role="alert">{fault}</p>}
      <Answered detail={detail}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="of-missing">{t('attach.none')}</p>
          ) : (
            <ul className="of-files">
              {rows.map((row) => (
                <li key={row.attachId}>
                  <span>{row.fileName}</span>
                  <span className="kp-muted">
                    {row.uploadedBy} · <EatTime at={row.uploadedAt} />
                  </span>
                  {row.contentType.startsWith('image/') && (
                    <Evidence attachId={row.attachId} label={t('attach.preview')} name={row.fileName} />
                  )}
                  <Button
                    size="small"
                    variant="minimal"
                    text={t('attach.download')}
                    onClick={() =>
                      void tryTo(async () => {
                        saveFile(await callFile(file.attachDownload, { attachId: row.attachId }));
                      })
                    }
                  />
                  {mayDelete && row.allowedActions.includes('delete') && (
                    <Button
                      size="small"
                      variant="minimal"
                      intent="danger"
                      text={t('attach.delete')}
                      onClick={() =>
                        void tryTo(async () => {
                          const request = {
                            title: t('attach.ask', { name: row.fileName }),
                            text: t('attach.askText'),
                            confirmText: t('attach.delete'),
                            intent: 'danger' as const,
                          };
                          if (!(await confirm(request, scope))) return;
                          await call(file.attachDelete, { attachId: row.attachId }, { quiet: true });
                          scope.toast.success(t('attach.deleted', { name: row.fileName }));
                        })
                      }
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}
