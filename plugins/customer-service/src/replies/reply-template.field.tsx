import { useText } from '@kituo/sdk';
import { replyTemplate } from '@kituo/sdk/contracts';
import { fieldsOf, useDetail, useFormValues, useWriteField } from '@kituo/sdk/page';
import { useEffect, useRef } from 'react';
import './reply-fields.ts';

/** A form in which a customer is answered. */
export interface AnswerForm {
  readonly replyTemplateNo: string | null;
  readonly replyContent: string;
}
const { Select } = fieldsOf<AnswerForm>();

/** A choice of texts that puts the chosen one into the answer, to be changed there. Left out while there is none. */
export function ReplyTemplateField({ merchantNo }: { readonly merchantNo: string | null }) {
  const t = useText();
  const request = merchantNo === null ? {} : { merchantNo };
  const { data } = useDetail(replyTemplate.offered, request);
  const { replyTemplateNo } = useFormValues();
  const write = useWriteField();
  const put = useRef<unknown>(null);
  const chosen = data?.find((one) => one.replyTemplateNo === replyTemplateNo);
  useEffect(() => {
    // Once a choice: what is changed in the answer stays changed.
    if (chosen === undefined || put.current === chosen.replyTemplateNo) return;
    put.current = chosen.replyTemplateNo;
    write('replyContent', chosen.content);
  });
  if (data === null || data.length === 0) return null;
  return (
    <Select
      name="replyTemplateNo"
      isOptional
      hint={t('replies.fieldHint')}
      options={{
        kind: 'remote',
        name: `replyTemplate.offered:${merchantNo ?? ''}`,
        load: () =>
          Promise.resolve(
            data.map((one) => ({
              value: one.replyTemplateNo,
              label: `${one.templateName} · ${t(`REPLY_LANGUAGE.${one.language}`)}`,
            })),
          ),
      }}
    />
  );
}
