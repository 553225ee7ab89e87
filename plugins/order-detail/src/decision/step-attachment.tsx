import { ApiError, Button, upload, useCan, useText } from '@kituo/sdk';
import { useRef, useState } from 'react';
import type { StepValue } from './review-form.ts';

/** What shows an answer: a document that is put with the order's attachments and named with the step. */
export function StepAttachment(props: {
  readonly orderNo: string;
  readonly stepName: string;
  readonly value: StepValue['attachment'];
  readonly onChange: (attachment: StepValue['attachment']) => void;
}) {
  const { orderNo, stepName, value, onChange } = props;
  const t = useText();
  const mayUpload = useCan('audit:attach:upload');
  const picker = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const attach = async (file: File): Promise<void> => {
    setSending(true);
    setFault(null);
    try {
      const subject = { subjectType: 'order', subjectNo: orderNo };
      const { attachId, fileName } = await upload(file, subject);
      onChange({ attachId, fileName });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFault(cause.msg);
    }
    setSending(false);
  };
  if (value !== null) {
    return (
      <p className="of-step-file">
        <span>{value.fileName}</span>
        <Button
          size="small"
          variant="minimal"
          text={t('review.detach')}
          aria-label={t('review.detachOf', { step: stepName })}
          onClick={() => {
            onChange(null);
          }}
        />
      </p>
    );
  }
  if (!mayUpload) return null;
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".pdf,.jpg,.jpeg,.png"
        aria-label={t('review.attachOf', { step: stepName })}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file !== undefined) void attach(file);
        }}
      />
      <Button
        size="small"
        variant="minimal"
        text={t('review.attach')}
        aria-label={t('review.attachOf', { step: stepName })}
        loading={isSending}
        onClick={() => picker.current?.click()}
      />
      {fault !== null && (
        <p className="of-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
